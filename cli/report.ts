// report.ts: what a person or a program sees of a run. For people: progress on standard error, one line per
// call with its outcome, the answer on standard output; whatever came from a model or a tool is made harmless
// for a terminal before it is shown. For programs (--json): JSON lines on standard output, nothing changed.

import { harmless } from '../print.ts'
import type { AgentEvent, End, Listener, ToolCall, Usage } from '../agent.ts'
import type { OnCall, OnDecision } from '../lessons/04-rounds/rounds.ts'

const LINE_CHARACTERS = 160
const HINT = ' (--writable lets files change, --policy FILE lists more programs)'

/** The listeners of one run, and `end`, which tells how it went. */
export interface Report {
  listener: Listener
  onDecision: OnDecision
  onCall: OnCall
  end(end: End): void
  notice(text: string): void
}

/** Where texts go: `answer` is standard output, `progress` standard error. What a model writes is shown while
 *  it writes on the one of them that is a terminal; without one its words come when they are whole. */
export interface Streams {
  answer(text: string): void
  progress(text: string): void
  live: 'answer' | 'progress' | 'none'
}

export const STANDARD_STREAMS: Streams = {
  answer: (text) => void process.stdout.write(text),
  progress: (text) => void process.stderr.write(text),
  live: process.stdout.isTTY ? 'answer' : process.stderr.isTTY ? 'progress' : 'none',
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => process.exit(1)) // nobody reads it any more, as behind `| head`
}

/** A report for people. */
export function plainReport({ answer, progress, live }: Streams): Report {
  let total: Usage = { input: 0, output: 0 }
  let refusals = 0
  const show = { answer, progress, none: () => {} }[live]
  let isLineOpen = false
  const say = (text: string) => {
    if (isLineOpen) show('\n')
    isLineOpen = false
    progress(`${text}\n`)
  }
  return {
    notice: (text) => say(harmless(text)),
    listener(event) {
      if (event.type === 'text' && event.text !== '') {
        show(harmless(event.text))
        isLineOpen = live !== 'none' && !event.text.endsWith('\n')
      }
      if (event.type === 'message' && event.message.role === 'assistant') {
        const { usage, text, calls } = event.message
        total.input += usage?.input ?? 0
        total.output += usage?.output ?? 0
        if (live === 'none' && calls.length > 0 && text.trim() !== '') say(harmless(text.trim()))
      }
    },
    onDecision({ call, decision }) {
      if (decision.allowed) return
      refusals++
      say(`${nameOf(call)}: refused by ${decision.by}: ${oneLine(decision.reason)}`)
    },
    onCall({ type, call, result }) {
      if (type === 'started' && live !== 'none') say(`${nameOf(call)} ...`)
      if (type === 'started') return
      say(`${nameOf(call)}: ${type === 'completed' ? 'ok' : 'failed'}: ${sizeOf(result!.text)}`)
    },
    end({ outcome, reason, text, rounds }) {
      if (isLineOpen) show('\n')
      isLineOpen = false
      if (live !== 'answer' && text !== '') answer(`${harmless(text)}\n`)
      if (outcome !== 'done') progress(`${outcome}: ${harmless(reason)}\n`)
      const refused = refusals > 0 ? `; ${plural(refusals, 'call')} refused${HINT}` : ''
      progress(`${plural(rounds, 'round')}, ${total.input} tokens in, ${total.output} out${refused}\n`)
      total = { input: 0, output: 0 }
      refusals = 0
    },
  }
}

/** A report for programs: one JSON object a line; the last line is the end. */
export function jsonReport({ answer, progress }: Streams): Report {
  const put = (event: object) => answer(`${asLine(event)}\n`)
  return {
    notice: (text) => progress(`${harmless(text)}\n`),
    listener(event: AgentEvent) {
      if (event.type !== 'end') put(event)
    },
    onDecision: ({ call, decision }) => put({ type: 'decision', id: call.id, ...decision }),
    onCall: ({ type, call, milliseconds }) => {
      const time = milliseconds === undefined ? {} : { milliseconds }
      put({ type: `tool.${call.name}.${type}`, id: call.id, ...time })
    },
    end: ({ outcome, reason, text, rounds }) => put({ type: 'end', outcome, reason, text, rounds }),
  }
}

/** JSON without what some readers take for the end of a line, or a terminal for a command. */
function asLine(event: object): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(event).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)
}

/** A call in a few words: its name and what it is about. */
function nameOf({ name, args }: ToolCall): string {
  const about = args['path'] ?? args['command'] ?? Object.values(args)[0]
  return oneLine(typeof about === 'string' ? `${name} ${about}` : String(name))
}

function oneLine(text: string): string {
  const parts = harmless(text.slice(0, 2 * LINE_CHARACTERS).trim()).split('\n')
  const line = parts.map((part) => part.trim()).join(' / ')
  return text.length <= LINE_CHARACTERS ? line : `${line.slice(0, LINE_CHARACTERS)}… (${text.length} long)`
}

function sizeOf(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  const more = lines.length > 1 ? ` (and ${plural(lines.length - 1, 'more line')})` : ''
  return oneLine(lines[0] ?? '') + more
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
