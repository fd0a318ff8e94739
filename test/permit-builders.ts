// permit-builders.ts: a workspace on the disk with a folder beside it, policies, tools and calls in few
// words. Every folder is made under the system's temporary one and removed after its test. Nothing here
// judges or asserts.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { perform } from '../perform.ts'
import { permit } from '../permit.ts'
import { newSession, TOOLS } from '../tools.ts'
import type { ToolCall, ToolResult } from '../agent.ts'
import type { Effects } from '../effects.ts'
import type { Policy } from '../policy.ts'
import type { Access, Context, Tool } from '../tools.ts'

/** What a test of node:test can do at its end. */
export interface Ends { after(work: () => void): void }

/** `base` holds the workspace `root` and beside it `outside`, with secret.txt in it. All paths are real. */
export interface Workspace { base: string; root: string; outside: string }

/** Where programs are found in a test: the folder of this Node, and the system's. */
export const PROGRAMS = [...new Set([dirname(process.execPath), '/usr/bin', '/bin'])].join(':')

/** A workspace with these files. A name that ends in `/` is a folder; `-> TARGET` makes a link, and in its
 *  target `{OUTSIDE}` and `{ROOT}` stand for those folders. A name may lead out of it: `../outside/x`. */
export function workspace(t: Ends, files: Record<string, string> = {}): Workspace {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-test-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const [root, outside] = [join(base, 'work'), join(base, 'outside')]
  for (const folder of [root, outside]) mkdirSync(folder)
  writeFileSync(join(outside, 'secret.txt'), 'the secret\n')
  for (const [name, content] of Object.entries(files)) put(root, name, content.replace('{OUTSIDE}', outside))
  return { base, root, outside }
}

function put(root: string, name: string, content: string): void {
  const path = join(root, name)
  mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true })
  if (name.endsWith('/')) return
  if (content.startsWith('-> ')) symlinkSync(content.slice(3).replace('{ROOT}', root), path)
  else writeFileSync(path, content)
}

/** A policy of this root: read-only, with the default programs, unless something else is said. */
export function policyOf(root: string, more: Partial<Policy> = {}): Policy {
  return { root, writable: false, commands: ['ls', 'cat', 'wc', 'pwd'], path: PROGRAMS, ...more }
}

export function callOf(name: string, args: Record<string, unknown> = {}, id = 'c1'): ToolCall {
  return { id, name, args }
}

/** permit on a call of one of the three tools. */
export function asked(policy: Policy, name: string, args: Record<string, unknown>): string | null {
  return permit(policy, callOf(name, args))
}

/** permit on a command line. */
export function askedToRun(policy: Policy, command: string): string | null {
  return asked(policy, 'bash', { command })
}

/** One call of one of the three tools, carried out. */
export function done(
  policy: Policy, name: string, args: Record<string, unknown>, signal = new AbortController().signal,
): Promise<ToolResult> {
  return perform(policy, TOOLS, newSession(), callOf(name, args), signal)
}

/** A tool named `name`. `access` says its arguments, which are strings; `run` what it does. */
export function toolOf(
  name: string, access: Record<string, Access>,
  run: (args: Record<string, unknown>, context: Context) => Promise<string> = async () => `did ${name}`,
): Tool {
  const properties = Object.fromEntries(Object.keys(access).map((arg) => [arg, { type: 'string' }]))
  const parameters = { type: 'object', properties, required: [], additionalProperties: false }
  return { name, description: name, parameters, access, run }
}

/** What a tool may use when nothing was judged: for a test that hands a tool its effects itself. */
export function contextOf(policy: Policy, effects: Effects, more: Partial<Context> = {}): Context {
  const signal = new AbortController().signal
  return { policy, session: newSession(), signal, effects, again: () => null, ...more }
}
