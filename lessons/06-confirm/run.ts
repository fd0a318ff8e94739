// run.ts: the demonstration of lesson 06. One round of six calls, really run; the person at the keyboard is
// scripted, all else is as it is. `run.ts alone` runs the same round where nobody can be asked. It fails when
// anything comes out otherwise than said.

import {
  existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSession, TOOLS } from '../../tools.ts'
import { dispatch, permitLayer, stack } from '../04-rounds/rounds.ts'
import { askWith } from './ask.ts'
import { confirmLayer } from './confirm.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { OnDecision } from '../04-rounds/rounds.ts'
import type { Keyboard } from './keyboard.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-lesson-')))
const policy: Policy = { root, writable: true, commands: ['ls', 'rm', 'touch'] }

const calls: ToolCall[] = [
  called('read', { path: 'notes.md' }),
  called('bash', { command: 'curl http://a.example' }),
  called('bash', { command: 'ls build' }),
  called('bash', { command: 'rm -rf build' }),
  called('bash', { command: "touch a.txt '\u00e9.txt'" }),
  called('write', { path: 'package.json', content: '{\n  "name": "new"\n}\n' }),
]

function called(name: string, args: Record<string, string>): ToolCall {
  return { id: `${name} ${Object.values(args)[0]}`, name, args }
}

function say(text: string): void {
  console.log(text.replaceAll(`${root}/`, ''))
}

function expect(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(`not as promised: ${words}`)
}

// #region person
/** A person who has read the question, and answers it with this line. */
function personWho(line: string): Keyboard {
  return {
    show: say,
    prompt() {},
    clear: () => false,
    async ask(question) {
      say(`${question}${line}`)
      return line
    },
    close() {},
  }
}
// #endregion

try {
  mkdirSync(join(root, 'build'))
  writeFileSync(join(root, 'notes.md'), 'old\n')
  writeFileSync(join(root, 'package.json'), '{\n  "name": "old"\n}\n')
  const attended = process.argv[2] !== 'alone'
  // #region compose
  const session = newSession()
  const confirm = askWith(() => personWho('1,3; 2 make it in docs'))
  const asking = { policy, tools: TOOLS, session, attended, confirm }
  const layers = [permitLayer(policy, TOOLS), confirmLayer(asking)]
  // #endregion
  const onDecision: OnDecision = ({ call, decision: { allowed, by, reason } }) => {
    say(`${call.id}: ${allowed ? 'runs' : 'refused'} (${by}: ${reason})`)
  }
  const execute = stack(dispatch(policy, TOOLS, session), layers, { onDecision })
  await execute(calls, new AbortController().signal)
  expect(existsSync(join(root, 'build')) !== attended, 'build goes only with a yes')
  expect(!existsSync(join(root, 'a.txt')), 'what was refused did not run')
  expect(readFileSync(join(root, 'package.json'), 'utf8').includes('old'), 'a write needs a read before it')
} finally {
  rmSync(root, { recursive: true })
}
