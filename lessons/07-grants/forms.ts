// forms.ts: the forms in which grants are written: on the command line, in a policy, at the prompt. It reads
// them, and finds the narrowest one for a call. What a grant covers is decided in grants.ts.
//
// #region forms
//   write                    ordinary files anywhere in the workspace
//   write:docs/              those below a folder; write:package.json, one file, also one that needs a yes
//   read:.env                a file that needs a yes to be read
//   bash:npm test            commands that begin with these words, whatever follows; bash:git, any of git
//   bash=npm test            exactly these words
//   bash=cd web && npm test  the same in a folder: without it, words are covered at the root only
//   look                     commands of which every part only looks
//   NAME                     calls of another tool; NAME:PATH and NAME=WORDS, as above; not its other texts
// #endregion

import { relative } from 'node:path'
import { parseCommand } from '../../command.ts'
import { placeOf } from '../../places.ts'
import { printVector, shown, UNSEEN } from '../../print.ts'
import type { Request } from '../06-confirm/confirm.ts'

/** Calls of `tool`: commands of these `words`, in `folder` (seen from the root, '' is the root itself), where
 *  `isBeginning` more may follow; or steps that look (`isLook`); or what is at or below `path`; with none of
 *  these, all that is ordinary. */
export interface Grant {
  form: string; tool: string; isLook?: boolean
  words?: string[]; folder?: string; isBeginning?: boolean; path?: string
}

/** A grant from its form. Throws an Error that names the form, what is wrong with it, and what to write. */
export function grantOf(form: string): Grant {
  const name = typeof form === 'string' ? `"${shown(form)}"` : `what is no text but ${typeof form}`
  const refuse = (why: string) => new Error(`not a grant: ${name}: ${why}`)
  const isSeen = typeof form === 'string' && form.search(UNSEEN) < 0
  const [, tool = '', mark = '', rest = ''] = (isSeen && FORM.exec(form)) || []
  if (form === 'look') return { form, tool: 'bash', isLook: true }
  if (tool === '' || tool in {}) throw refuse('write TOOL, TOOL:PATH, bash:WORDS or bash=WORDS')
  if (tool === 'bash' || (mark === '=' && tool !== 'read' && tool !== 'write')) {
    const command = commandIn(rest)
    if (typeof command === 'string') throw refuse(command)
    return { form, tool, isBeginning: mark === ':', ...command }
  }
  if (mark === '' && tool !== 'read') return { form, tool }
  const path = pathIn(rest)
  if (path === null || mark === '=') throw refuse(`name a path from the root on, as in "${tool}:docs/"`)
  if (tool === 'write' && placeOf(path, 'write') === 'never') throw refuse('only a person writes there')
  return { form, tool, path }
}

const FORM = /^([A-Za-z][\w.-]*)(?:([:=])(.*))?$/

/** The words of one plain command, and the folder that it begins with; else why it is none. */
function commandIn(text: string): { words: string[]; folder: string } | string {
  if (text.trim() === '') return 'name a program and its words, as in "bash:npm test"'
  const parsed = parseCommand(text)
  if ('reason' in parsed) return parsed.reason
  const isBare = parsed.steps.every(({ words, stdout, stderr }) => {
    return stdout === 'out' && stderr === 'err' && words.every(({ pattern }) => pattern === null)
  })
  const [first, ...others] = parsed.steps.map(({ words }) => words.map((word) => word.text))
  const isMoved = first![0] === 'cd' && first!.length === 2 && parsed.steps[1]?.join === '&&'
  const [words, ...more] = isMoved ? others : [first, ...others]
  const folder = isMoved ? pathIn(first![1]!) : ''
  const isOne = isBare && more.length === 0 && words![0] !== 'cd' && folder !== null
  return isOne ? { words: words!, folder } : 'one command in plain words, as in "bash=cd web && npm test"'
}

/** A path that begins at the root, without a slash behind it; null when it is none, or odd. */
function pathIn(text: string): string | null {
  const path = text.replace(/\/$/, '')
  const isOdd = /^[ ~]|[*?\\]| $/.test(path)
  return isOdd || path.split('/').some((name) => ['', '.', '..'].includes(name)) ? null : path
}

const INTERPRETER = new RegExp('^(node|nodejs|deno|bun|tsx|ts-node|[ij]?python|pypy|[ij]?ruby|irb|perl|php|'
  + 'lua|luajit|R|Rscript|julia|tclsh|wish|expect|osascript|pwsh|elixir|erl|ghci|guile|clojure|groovy|scala|'
  + '(ba|da|z|k|c|tc|fi|a)?sh|busybox)-?[\\d.]*$')
const isOption = (word: string) => word.startsWith('-')

/** Whether it covers more than anybody looked at: any call of a program, any code of an interpreter. */
export function isBroad({ words = [], isBeginning = false }: Grant): boolean {
  if (isBeginning) return words.length === 1 || words.some((word) => INTERPRETER.test(word))
  return INTERPRETER.test(words.at(-1) ?? '')
}

/** Whether words leave open which code runs: no file follows the interpreter, which then may read a pipe. */
export function takesAnyCode(words: readonly string[]): boolean {
  const at = words.findLastIndex((word) => INTERPRETER.test(word))
  return at >= 0 && isOption(words[at + 1] ?? '-')
}

/** The narrowest form for a request. null, for none: for several steps or paths, an interpreter with options
 *  or without a file, what takes code or words from a pipe, and a write when somebody can look at each. */
export function offerOf({ call, steps, open, paths, root }: Request, isAsked: boolean): string | null {
  const [first, ...others] = open.filter((i) => steps[i]!.program !== 'cd')
  if (first !== undefined) {
    const { given, program, starts, join, runsCode, startsProgram, cwd } = steps[first]!
    const isInterpreter = [program, ...starts].some((name) => INTERPRETER.test(name))
    const isCode = isInterpreter && (takesAnyCode(given) || given.some(isOption))
    const isLook = !isAsked && [first, ...others].every((i) => steps[i]!.looksOnly)
    if (others.length > 0 && isLook) return 'look'
    if (others.length > 0 || isCode || (join === '|' && (runsCode || startsProgram))) return null
    const move = cwd === root ? '' : `${printVector(['cd', relative(root, cwd)])} && `
    return `${call.name}=${move}${printVector(given)}`
  }
  const [path, ...more] = paths
  if (steps.length > 0 || more.length > 0) return null
  if (path === undefined) return call.name
  return isAsked && path.access === 'write' ? null : `${call.name}:${relative(root, path.real)}`
}
