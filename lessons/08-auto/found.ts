// found.ts: which dangers a call shows. It reads what effects.ts found, refused commands included, and says
// only what is there: that it finds nothing proves nothing.

import { realRoot } from '../../paths.ts'
import { placeOf } from '../../places.ts'
import { DANGERS } from './dangers.ts'
import { fetchedCode, isForkBomb } from './fetched.ts'
import { fits, formsOf, nameOf } from './forms.ts'
import { isDeepRemoval } from './scratch.ts'
import { vectorsOf } from './vectors.ts'
import type { ToolCall } from '../../agent.ts'
import type { Effects, EffectStep } from '../../effects.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Category } from './dangers.ts'

/** `word`: what showed it. */
export interface Found { what: string; category: Category; word: string }

/** A call as it is looked at: each step with all its vectors, and each text that may be a path it reads or
 *  writes. `isSplit`: the steps are those of a command that was understood. */
export interface Seen { root: string; isSplit: boolean; steps: SeenStep[]; written: string[]; read: string[] }
export interface SeenStep { step: EffectStep; vectors: string[][] }

const FORMS = DANGERS.map(({ forms, ...danger }) => ({ ...danger, forms: formsOf(forms) }))

/** Throws when the workspace is gone. */
export function seenOf(policy: Policy, call: ToolCall, effects: Effects, tools: readonly Tool[]): Seen {
  const { steps, paths, isSplit } = effects
  const seen: Seen = { root: realRoot(policy.root), isSplit, steps: [], written: [], read: [] }
  for (const { real, access } of paths) seen[access === 'write' ? 'written' : 'read'].push(real)
  const access = tools.find(({ name }) => name === call.name)?.access ?? {}
  for (const [arg, value] of Object.entries(call.args)) { // those that lead nowhere too
    const way = access[arg]
    if (typeof value === 'string' && (way === 'read' || way === 'write')) {
      seen[way === 'write' ? 'written' : 'read'].push(value)
    }
  }
  for (const step of steps) {
    const vectors = vectorsOf(step)
    seen.steps.push({ step, vectors })
    seen.read.push(...vectors.filter(isInline).flat().flatMap((word) => word.match(QUOTED) ?? []))
    if (isSplit) continue
    seen.read.push(...vectors.flatMap((vector) => vector.slice(1)))
    seen.written.push(...vectors.flatMap(writtenBy))
  }
  return seen
}

/** Code in a word names files in quotes. */
const isInline = ([program]: string[]) => /^(python|node|ruby|perl|php|deno|bun)$/.test(nameOf(program))
const QUOTED = /(?<=['"])[^'"\s]+(?=['"])/g

const WRITERS = 'echo printf cat cp mv ln install sed dd truncate touch rm chmod base64 curl wget'.split(' ')

/** What a vector of a command that was not understood may write: a redirection's target is its last word. */
function writtenBy([program, ...words]: string[]): string[] {
  const name = nameOf(program)
  if (name === 'tee') return words
  return WRITERS.includes(name) && (name !== 'cat' || words.length > 1) ? words.slice(-1) : []
}

/** The dangers of a call, each with the word that shows it. */
export function dangersOf(seen: Seen): Found[] {
  const found: Found[] = []
  const add = (what: string, category: Category, word: string) => void found.push({ what, category, word })
  for (const { step, vectors } of seen.steps) {
    for (const vector of vectors) {
      const word = vector.join(' ')
      for (const { what, category, forms } of FORMS) {
        if (forms.some((form) => fits(form, vector))) add(what, category, word)
      }
      if (isDeepRemoval(vector, step.cwd, seen.root)) add('removes a whole folder', 'destructive_shell', word)
    }
  }
  const code = fetchedCode(seen)
  if (code !== null) add('runs what was fetched or decoded', 'destructive_shell', code)
  if (isForkBomb(seen)) add('starts itself without end', 'destructive_shell', '')
  const secret = [...seen.read, ...seen.written].find(isSecret)
  const sender = seen.steps.flatMap(({ vectors }) => vectors).find(isSender)
  if (secret !== undefined && sender) add('sends a secret away', 'network_write', secret)
  const socket = seen.steps.flatMap(({ vectors }) => vectors).flat().find((word) => SOCKET.test(word))
  if (socket !== undefined) add('connects a shell with elsewhere', 'network_write', socket)
  const later = seen.written.find((path) => START_UP.test(path))
  if (later !== undefined) add('writes what starts later, or belongs to the system', 'system_change', later)
  return found
}

/** Whether a text is, or holds, a path to a secret. */
export function isSecret(text: string): boolean {
  return text.split(/[=,@:]/).some((part) => {
    return placeOf(part.replace(/^[~/]+/, ''), 'read') === 'secret' || SECRETS.test(part)
  })
}
const SECRETS = /^\/etc\/g?shadow|\/(login|cookies|key4|logins)\.(json|db|sqlite)|keychain/i

const SOCKET = /^\/dev\/(tcp|udp)\//

const START_UP = new RegExp([
  String.raw`^\/(etc|usr|bin|sbin|lib\w*|boot|opt|root|System|Library|var\/spool\/cron)(\/|$)`,
  String.raw`\.(bash|zsh|k|csh|tcsh)(rc|_profile|_login|_logout|_aliases|env|profile|login)$`,
  String.raw`\.(profile|login|xinitrc|xprofile|xsession)$`, String.raw`\.ssh(\/|$)`,
  String.raw`\.config\/(autostart|systemd|fish)\/`, String.raw`Library\/Launch(Agents|Daemons)`,
].join('|'))

const SENDERS = formsOf(`
  curl : /\\s-[fgikLNOqRsSv]*[dFT]|--data|--json|--form|--upload|\\s-X\\s?P/
  curl|wget|ping|dig|host|nslookup : /\\$/
  wget : /--post|--body/
  nc|ncat|netcat|socat|telnet|ftp|sftp|scp|tftp|mail|mailx|sendmail|mutt|swaks
  rsync|rclone|s3cmd|mc : *:*|copy|sync|put|cp
  aws|gsutil|gcloud|az : cp|mv|sync|upload|put-object|rsync
  http|https|xh : POST|PUT|*@*
  ssh : /\\s(cat|tee|dd)\\b/
  python|node|ruby|perl|php|deno|bun : -c|-e|-r|-p|--eval /\\.(post|put|send(all)?)\\(|urlopen|fetch\\(/
  gh gist|release|secret create|upload|set
  git push`)
const isSender = (vector: string[]) => SENDERS.some((form) => fits(form, vector))
