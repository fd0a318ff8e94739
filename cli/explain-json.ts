// explain-json.ts: many calls, judged one by one: a line of JSON in, a line of JSON out, in the same order.
// Nothing runs. Memory is bounded by the longest line; answers wait for whoever reads them.
//
// In:  { "id"?, "tool", "args", "policy"? }; without a policy the one in force is judged by.
// Out: { "id", "permit": null or the reason, "tier", "verdict", "categories": [{ "category", "risk" }],
//      "vectors" }; or { "id", "error" } for a line that is no call, or has a broken policy.

import { once } from 'node:events'
import { givenPolicy } from './given-policy.ts'
import { judge } from './judge.ts'
import { shown, UNSEEN } from '../print.ts'
import type { ToolCall } from '../agent.ts'
import type { Policy } from '../policy.ts'

const MAX_LINE_BYTES = 1_000_000
const NEWLINE = 10
const FAULT_CODE = 2
const FORM = 'write one call a line, { "tool": "read", "args": { "path": "a.txt" } }'

type Id = string | number | boolean | null
type Answer = { id: Id } & Record<string, unknown>

/** Answers each line of standard input. Resolves to the exit code: 2 when one was answered with an error. */
export async function explainLines(inForce: Policy): Promise<number> {
  let code = 0
  for await (const line of linesOf(process.stdin)) {
    const answer = line === null ? fault(null, TOO_LONG) : answerTo(line, inForce)
    if (answer === null) continue
    if ('error' in answer) code = FAULT_CODE
    if (!process.stdout.write(asLine(answer))) await once(process.stdout, 'drain')
  }
  return code
}

const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES} bytes, and was passed over`

/** The lines of a stream without their ends; null for one that is too long, of which nothing is kept. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = []
  let bytes = 0
  const take = (part: Buffer) => {
    bytes += part.length
    if (bytes > MAX_LINE_BYTES) parts = []
    else parts.push(part)
  }
  const finish = () => {
    const line = bytes > MAX_LINE_BYTES ? null : Buffer.concat(parts)
    parts = []
    bytes = 0
    return line
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end))
      yield finish()
      start = end + 1
    }
    take(chunk.subarray(start))
  }
  if (bytes > 0) yield finish()
}

/** What is said of one line; null for one that is empty. */
function answerTo(line: Buffer, inForce: Policy): Answer | null {
  let given: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
    if (text.trim() === '') return null
    given = JSON.parse(text)
  } catch (error) {
    return fault(null, `not JSON: ${shown((error as Error).message)}; ${FORM}`)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return fault(null, `not an object; ${FORM}`)
  }
  const { id = null, tool, args, policy } = given as Record<string, unknown>
  if (!isId(id)) return fault(null, '"id" must be a string, a number, true, false or null')
  const judgedBy = policy === undefined ? inForce : givenPolicy(policy)
  if (typeof judgedBy === 'string') return fault(id, `policy: ${judgedBy}`)
  const call = { id: String(id), name: tool, args } as ToolCall // what is no call is refused by permit
  const { permit, tier, verdict, categories, effects } = judge(judgedBy, call)
  return { id, permit, tier, verdict, categories, vectors: effects.steps.map(({ vector }) => vector) }
}

function isId(value: unknown): value is Id {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function fault(id: Id, error: string): Answer {
  return { id, error }
}

/** JSON in one line, in which every character that could lie on a screen is written as its number. */
function asLine(answer: Answer): string {
  const escaped = (char: string) => [...Array(char.length).keys()].map((i) => {
    return `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`
  }).join('')
  return `${JSON.stringify(answer).replace(UNSEEN, escaped)}\n`
}
