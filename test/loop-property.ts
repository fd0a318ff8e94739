// loop-property.ts: random conversations for the loop, made from a seed, and everything that must hold in
// each of them. A caller runs `manyConversations` or, to look at one fault again, `converse` with the seed
// and the step that the fault names. No seam here outlives an abort, so the loop's grace is not tried here.

import { getEventListeners } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { runAgent, Stop } from '../agent.ts'
import { toAnthropic } from '../models/anthropic.ts'
import { toOpenai } from '../models/openai.ts'
import {
  assistant, badCall, call, failure, harness, historyFaults, person, reply, result, results, run,
} from './builders.ts'
import { checkAnthropic, checkOpenai } from './strict-server.ts'
import type {
  AgentEvent, End, Execute, Finish, Listener, Message, Model, ModelContext, ModelRequest, Outcome, Reply,
  ToolCall, ToolResult, UserMessage,
} from '../agent.ts'

const MAX_ROUNDS = 14
const MAX_WORDS = 6 // put into the inbox while a run goes on
const MAX_TICKS = 3 // of a seam that takes its time
const LAST_IDS = 5 // that a faulty Execute answers besides its own
const OUTCOMES: Outcome[] = ['done', 'blocked', 'input', 'cut', 'refused', 'limit', 'aborted', 'failed']
const LIE = new Stop('done' as never, 'all is well')
const WHOLE_STOPS = ['end', 'calls']

/** What is wrong with a request, in words. */
export type RequestCheck = (request: ModelRequest) => string[]

const SETTINGS = { baseUrl: 'http://localhost', model: 'scripted' }
const asFaults = (refusal: string | null) => (refusal === null ? [] : [refusal])

/** Asked at every request: of the history itself, and of the bodies that the adapters make of it. */
const REQUEST_CHECKS: Record<string, RequestCheck> = {
  history: (request) => historyFaults(request.messages),
  anthropic: (request) => asFaults(checkAnthropic(toAnthropic(request, SETTINGS))),
  openai: (request) => asFaults(checkOpenai(toOpenai(request, SETTINGS))),
}

/** `kinds`: what a conversation was made of, and how it ended. `steps`: how many there are to abort at. */
export interface Found { faults: string[]; kinds: string[]; steps: number }

/** What enough conversations are made of; another list would mean that something is never tried. */
export const expectedKinds = () => [
  ...Object.keys(DAMAGE).map((name) => `a history with ${name}`),
  ...['round', 'text', 'message', 'end'].map((type) => `a listener fails at ${type}`),
  ...['answers', 'rejects', 'throws at once', 'returns nothing'].map((way) => `the model ${way}`),
  ...['calls', 'end', 'cut', 'refused', 'other', 'constructor'].flatMap((stop) => [
    `a reply with stop ${stop} and calls`, `a reply with stop ${stop} and no calls`,
  ]),
  ...[...new Set([...WORK, ...TROUBLES])].map((way) => `carrying out ${way}`),
  ...['agrees', 'objects', 'throws'].flatMap((way) => [
    `the finish ${way} to words`, `the finish ${way} to a tool`,
  ]),
  ...OUTCOMES.map((outcome) => `ended as ${outcome}`),
].sort()

/** What many conversations found; each fault begins with the seed and with the step of the abort. */
export interface FoundInMany { faults: string[]; kinds: Record<string, number>; runs: number }

/** Runs the seeds 1 to `count` without an abort, and again with one at a step of the seed's choice; the first
 *  `everyStep` of them again for every single one of their steps. */
export async function manyConversations(count: number, everyStep: number): Promise<FoundInMany> {
  const found: FoundInMany = { faults: [], kinds: {}, runs: 0 }
  const look = async (seed: number, abortAt: number) => {
    const { faults, kinds, steps } = await converse(seed, abortAt)
    found.runs++
    found.faults.push(...faults.map((fault) => `seed ${seed}, abort at ${abortAt}: ${fault}`))
    for (const kind of kinds) found.kinds[kind] = (found.kinds[kind] ?? 0) + 1
    return steps
  }
  for (let seed = 1; seed <= count; seed++) {
    const steps = await look(seed, Infinity)
    const chosen = randomOf(-seed).below(steps)
    for (let at = 0; at < steps; at++) if (seed <= everyStep || at === chosen) await look(seed, at)
  }
  return found
}

/** One conversation, always the same for a seed, with an abort at the step given; Infinity: without one. */
export async function converse(seed: number, abortAt = Infinity): Promise<Found> {
  const talk = startOf(seed, abortAt)
  const { faults, kinds, messages, inbox, controller, random } = talk
  const start = structuredClone(messages)
  const maxRounds = random.chance(0.8) ? MAX_ROUNDS : random.pick([5, 2, 1, 0, -1, NaN])
  const listener = listenerOf(talk)
  const options = { model: modelOf(talk), execute: executeOf(talk), system: 'be brief', tools: [], maxRounds }
  const finish = random.chance(0.6) ? { finish: finishOf(talk) } : {}

  talk.step()
  let end: End
  try {
    end = await runAgent({ ...options, ...finish, messages, inbox, listener, signal: controller.signal })
  } catch (error) {
    return { faults: [...faults, `the run rejected: ${error}`], kinds: [...kinds], steps: talk.steps }
  }
  kinds.add(`ended as ${end.outcome}`)

  faults.push(...faultsOfEnd(talk, end))
  if (new Set(talk.ran).size !== talk.ran.length) faults.push('a call ran twice')
  const listeners = getEventListeners(controller.signal, 'abort')
  if (listeners.length > 0) faults.push('a listener is left on the signal of the caller')
  faults.push(...historyFaults(messages).map((words) => `at the end: ${words}`))
  faults.push(...faultsOfEvents(talk, end, maxRounds))
  faults.push(...faultsOfResults(talk))
  faults.push(...await faultsOfRebuilding(start, talk))
  return { faults, kinds: [...kinds], steps: talk.steps }
}

/** What the seams of one conversation share. */
interface Talk {
  random: Random
  trouble: number // how likely a seam is to do something else than its work
  faults: string[]
  kinds: Set<string>
  controller: AbortController
  messages: Message[]
  inbox: UserMessage[]
  events: AgentEvent[]
  record: string[] // the message events, as lines of JSON
  told: Set<ToolCall> // calls that a message event showed
  knownIds: string[] // ids that calls had, before the loop told them apart
  forbidden: Set<unknown> // marks of calls that must not run
  marks: number
  ran: unknown[] // marks of calls that ran
  given: Map<string, ToolResult> // the first answer of Execute to each of its calls, by id
  replies: Reply[] // that the model gave
  stop: Stop | null // that a seam threw
  isStopped: boolean // by an abort or a listener: nothing may start any more
  stoppedAs: Outcome // what that makes of the run
  isAgreed: boolean // by the finish
  requests: number // in this round
  rounds: number // carried out in this round
  steps: number
  step(): void // a moment at which the run may be aborted, or something be said
  tick(): Promise<void> // a step that takes a moment
}

function startOf(seed: number, abortAt: number): Talk {
  const random = randomOf(seed)
  const reasons = [undefined, new Error('ctrl-c'), new Stop('limit', 'time'), LIE, 'words', null]
  const reason = random.pick(reasons)
  let words = 0
  const talk: Talk = {
    random, trouble: random.pick([0, 0.1, 0.1, 0.5]), faults: [], kinds: new Set(),
    controller: new AbortController(), messages: [], inbox: [person('the task')], events: [], record: [],
    told: new Set(), knownIds: [], forbidden: new Set(), marks: 0, ran: [], given: new Map(), replies: [],
    stop: null, isStopped: false, stoppedAs: 'aborted', isAgreed: true, requests: 0, rounds: 0, steps: 0,
    step() {
      if (talk.steps++ === abortAt) {
        stopRun(talk, reason, 'aborted')
        talk.controller.abort(reason)
      }
      if (words === MAX_WORDS || !random.chance(0.03)) return
      talk.inbox.push(random.chance(0.5) ? person(`words ${words}`) : harness(`words ${words}`))
      words++
    },
    async tick() {
      talk.step()
      if (random.chance(0.3)) await new Promise(setImmediate)
    },
  }
  talk.messages.push(...startingHistory(talk))
  return talk
}

/** The first reason counts; a Stop brings its own outcome, unless it lies. */
function stopRun(talk: Talk, reason: unknown, otherwise: Outcome): void {
  if (talk.isStopped) return
  talk.isStopped = true
  talk.stoppedAs = reason instanceof Stop && reason !== LIE ? reason.outcome : otherwise
}

function listenerOf(talk: Talk): Listener {
  const { random, faults, kinds } = talk
  const mayFail = random.chance(0.15)
  return (event) => {
    talk.events.push(event)
    if (event.type === 'round') talk.requests = talk.rounds = 0
    if (event.type === 'text' && talk.isStopped) faults.push('text was told after the run was stopped')
    if (event.type === 'message') talk.record.push(JSON.stringify(event.message))
    if (event.type === 'message') for (const one of callsOf(event.message)) talk.told.add(one)
    if (isLeftOut(event, talk)) faults.push('a whole reply has calls that were not carried out')
    if (event.type !== 'end') talk.step()
    if (!mayFail || !random.chance(0.06)) return
    kinds.add(`a listener fails at ${event.type}`)
    const value = thrown(random)
    if (event.type !== 'end') stopRun(talk, value, value === LIE ? 'aborted' : 'failed')
    throw value
  }
}

/** Are these the results of calls that should have been carried out and were not? */
function isLeftOut(event: AgentEvent, { messages, rounds, isStopped, replies }: Talk): boolean {
  if (event.type !== 'message' || event.message.role !== 'results' || isStopped) return false
  const isFit = callsOf(messages.at(-2)).some(({ malformed }) => malformed === undefined)
  return isFit && WHOLE_STOPS.includes(replies.at(-1)?.stop ?? '') && rounds === 0
}

function modelOf(talk: Talk): Model {
  const { random, faults, kinds } = talk
  const troubles = ['rejects', 'throws at once', 'returns nothing']
  const answer = async (way: string, { signal, onText }: ModelContext): Promise<Reply> => {
    for (let left = random.below(MAX_TICKS); left > 0; left--) {
      await talk.tick()
      onText?.('a piece ')
      if (signal.aborted && random.chance(0.5)) throw signal.reason
    }
    if (way === 'rejects') return fail(talk)
    if (way === 'returns nothing') return undefined as unknown as Reply
    const made = randomReply(talk)
    talk.replies.push(made)
    kinds.add(`a reply with stop ${made.stop} and ${made.calls.length > 0 ? 'calls' : 'no calls'}`)
    for (const { id, args, malformed } of made.calls) {
      talk.knownIds.push(id)
      if (!WHOLE_STOPS.includes(made.stop) || malformed !== undefined) talk.forbidden.add(args['mark'])
    }
    return made
  }
  return (request, on) => {
    if (talk.requests++ > 0) faults.push('the model was asked twice in a round')
    if (request.messages !== talk.messages) faults.push('the model was given another history')
    faults.push(...faultsOfRequest(request))
    talk.step()
    const way = random.chance(talk.trouble / 4) ? random.pick(troubles) : 'answers'
    kinds.add(`the model ${way}`)
    if (way === 'throws at once') fail(talk)
    return answer(way, on)
  }
}

function faultsOfRequest(request: ModelRequest): string[] {
  return Object.entries(REQUEST_CHECKS).flatMap(([name, check]) => {
    try {
      return check(request).map((words) => `request, ${name}: ${words}`)
    } catch (error) {
      return [`request, ${name}: the check threw: ${error}`]
    }
  })
}

function executeOf(talk: Talk): Execute {
  const { random, faults, kinds } = talk
  const carryOut = async (way: string, calls: ToolCall[], signal: AbortSignal): Promise<ToolResult[]> => {
    const done: ToolResult[] = []
    for (const { id, args } of calls) {
      if (signal.aborted) break
      talk.ran.push(args['mark'])
      if (talk.forbidden.has(args['mark'])) faults.push(`the call ${id} ran, and must not`)
      for (let left = way === 'is slow' ? MAX_TICKS : random.below(2); left > 0; left--) await talk.tick()
      done.push(random.chance(0.8) ? result(id) : failure(id, 'it went wrong'))
    }
    if (way === 'rejects') fail(talk)
    if (way === 'returns nothing') return undefined as unknown as ToolResult[]
    const back = random.pick(SPOILERS[way]!)(done, talk)
    const own = new Set(calls.map(({ id }) => id))
    for (const one of back.toReversed()) if (own.has(one.id)) talk.given.set(one.id, one)
    return back
  }
  return (calls, signal) => {
    if (talk.rounds++ > 0) faults.push('calls were carried out twice in a round')
    if (talk.isStopped || signal.aborted) faults.push('calls were carried out after the run was stopped')
    const fit = callsOf(talk.messages.at(-1)).filter(({ malformed }) => malformed === undefined)
    if (!isDeepStrictEqual(calls, fit)) faults.push('the calls carried out are not those of the last reply')
    if (!calls.every((one) => talk.told.has(one))) faults.push('calls ran before they were told')
    talk.step()
    const way = random.pick(random.chance(talk.trouble) ? TROUBLES : WORK)
    kinds.add(`carrying out ${way}`)
    if (way === 'throws at once') fail(talk)
    return carryOut(way, calls, signal)
  }
}

type Spoiler = (done: ToolResult[], talk: Talk) => ToolResult[]

/** What Execute makes of right results; from the fourth on it is a faulty one. */
const SPOILERS: Record<string, Spoiler[]> = {
  'is right': [(done) => done],
  'is slow': [(done) => done],
  'ends the run': [
    ([first, ...rest], { random }) => (first ? [{ ...first, ends: random.pick(OUTCOMES) }, ...rest] : []),
    (done, { random }) => done.map((one) => ({ ...one, ends: random.pick(OUTCOMES) })),
    (done) => done.map((one) => ({ ...one, ends: 'done' })),
  ],
  'mixes the order': [(done, { random }) => random.shuffled(done)],
  'leaves one out': [(done, { random }) => done.toSpliced(random.below(done.length), 1)],
  'returns no results': [() => []],
  'answers twice': [
    (done) => [...done, ...done.map(({ id }) => result(id, 'a second answer'))],
    (done) => done.flatMap((one) => [one, failure(one.id, 'a second answer')]),
  ],
  'answers others': [
    (done, { messages }) => [...done, ...callsOf(messages.at(-1)).map(({ id }) => result(id, 'made up'))],
    (done, { knownIds }) => [...knownIds.slice(-LAST_IDS).map((id) => result(id, 'of another')), ...done],
    (done) => [result('nobody asked'), ...done, result('')],
  ],
}

const TROUBLES = [...Object.keys(SPOILERS).slice(3), 'rejects', 'throws at once', 'returns nothing']
const WORK = ['is right', 'is right', 'is right', 'is right', 'is slow', 'is slow', 'is slow', 'ends the run']

function finishOf(talk: Talk): Finish {
  const { random, faults, kinds } = talk
  return async ({ calls }, signal) => {
    if (talk.isStopped || signal.aborted) faults.push('the finish was asked after the run was stopped')
    if (talk.inbox.length > 0) faults.push('the finish was asked while words were waiting')
    await talk.tick()
    const way = random.chance(talk.trouble / 2) ? 'throws' : random.pick(['agrees', 'agrees', 'objects'])
    kinds.add(`the finish ${way} ${calls.length > 0 ? 'to a tool' : 'to words'}`)
    if (way === 'throws') fail(talk)
    talk.isAgreed = way === 'agrees'
    return talk.isAgreed ? null : 'not yet'
  }
}

function randomReply(talk: Talk): Reply {
  const { random } = talk
  const isLost = random.chance(talk.trouble)
  const stops = isLost ? ['cut', 'cut', 'cut', 'calls', 'refused', 'other', 'constructor'] : WHOLE_STOPS
  const stop = random.pick(stops) as Reply['stop']
  const hasCalls = stop === 'end' ? random.chance(0.3) : random.chance(isLost ? 0.6 : 1)
  const calls = hasCalls ? Array.from({ length: 1 + random.below(4) }, () => randomCall(talk)) : []
  return {
    ...reply(random.pick(TEXTS), calls, { stop }),
    ...(random.chance(0.3) && { usage: { input: 5, output: 2 } }),
    ...(random.chance(0.2) && { opaque: random.pick(OPAQUE) }),
    ...(random.chance(0.1) && { mood: 'good' }),
  }
}

const TEXTS = ['', '', ' \n', 'words', 'words', 'words', 'w\u00f6rds \u{1f600}\u2028']

const OPAQUE = [
  null,
  { provider: 'anthropic', blocks: [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }] },
  { provider: 'openai', reasoning_content: 'hm' },
  { provider: 'another', calls: [] },
]

function randomCall(talk: Talk): ToolCall {
  const { random, knownIds } = talk
  const mark = talk.marks++
  const id = random.pick([
    `t${mark}`, `t${mark}`, `t${mark}`, `t${mark}`, '', random.pick(['', ...knownIds]), knownIds.at(-1) ?? '',
    `call_${random.below(9)}`, '__proto__', `odd.${mark} ~`,
  ])
  const name = random.pick(['look', 'look', 'look', 'toString', '', 'a name with blanks'])
  const made = { ...call(id, name, { mark }), ...(random.chance(0.1) && { colour: 'red' }) }
  return random.chance(0.1) ? { ...badCall(id), args: { mark } } : made
}

/** Empty, whole, or damaged in up to three ways. Its calls are marked as those that must not run. */
function startingHistory(talk: Talk): Message[] {
  const { random, kinds } = talk
  const history: Message[] = []
  if (random.chance(0.3)) return history
  for (let left = 1 + random.below(5); left > 0; left--) {
    if (random.chance(0.5)) history.push(random.chance(0.8) ? person('before') : harness('a note'))
    const past = randomReply(talk)
    const calls = past.calls.map((one, i) => ({ ...one, id: `h${history.length}_${i}` }))
    if (past.text.trim() === '' && calls.length === 0) continue
    history.push(assistant({ ...past, calls, stop: 'calls' }))
    if (calls.length > 0) history.push(results(...calls.map(({ id, malformed }) =>
      malformed === undefined ? result(id) : failure(id, malformed))))
  }
  for (let left = random.below(4); left > 0; left--) {
    const [name, damage] = random.pick(Object.entries(DAMAGE))
    kinds.add(`a history with ${name}`)
    damage(history, random)
  }
  for (const { id, args } of history.flatMap(callsOf)) {
    talk.knownIds.push(id)
    talk.forbidden.add(args['mark'])
  }
  return history
}

/** Ways to break a history in place. */
const DAMAGE: Record<string, (history: Message[], random: Random) => void> = {
  'its end torn off': (history, random) => {
    history.length = random.below(history.length)
  },
  'a message lost': (history, random) => {
    history.splice(random.below(history.length), 1)
  },
  'a message doubled': (history, random) => {
    const at = random.below(history.length)
    history.splice(at, 0, ...structuredClone(history.slice(at, at + 1)))
  },
  'its messages mixed': (history, random) => {
    history.splice(0, Infinity, ...random.shuffled(history))
  },
  'words in between': (history, random) => {
    history.splice(random.below(history.length), 0, person('hey'))
  },
  'stray results': (history, random) => {
    const ids = ['stray', ...history.flatMap(callsOf).map(({ id }) => id)]
    history.splice(random.below(history.length + 1), 0, results(result(random.pick(ids), 'stray')))
  },
  'a result lost': (history, random) => {
    changeResults(history, random, (given) => given.toSpliced(random.below(given.length), 1))
  },
  'results mixed': (history, random) => {
    changeResults(history, random, (given) => random.shuffled(given))
  },
  'a result doubled': (history, random) => {
    const again = (given: ToolResult[]) => given.map(({ id }) => result(id, 'a second answer'))
    changeResults(history, random, (given) => [...given, ...again(given)])
  },
  'a result too many': (history, random) => {
    changeResults(history, random, (given) => [result('extra'), ...given])
  },
  'an id repeated': (history, random) => {
    changeId(history, random, random.pick(['', ...history.flatMap(callsOf).map(({ id }) => id)]))
  },
  'an id emptied': (history, random) => {
    changeId(history, random, '')
  },
}

type ChangeResults = (given: ToolResult[]) => ToolResult[]

function changeResults(history: Message[], random: Random, change: ChangeResults): void {
  const at = random.pick([...history.keys()].filter((i) => history[i]!.role === 'results'))
  const message = history[at]
  if (message?.role === 'results') history[at] = results(...change(message.results))
}

/** Gives one call another id, and mostly its result as well. */
function changeId(history: Message[], random: Random, id: string): void {
  const at = random.pick([...history.keys()].filter((i) => callsOf(history[i]).length > 0))
  const message = history[at]
  const next = history[at + 1]
  if (message?.role !== 'assistant') return
  const i = random.below(message.calls.length)
  history[at] = { ...message, calls: message.calls.with(i, { ...message.calls[i]!, id }) }
  if (next?.role !== 'results' || next.results.length <= i || random.chance(0.3)) return
  history[at + 1] = results(...next.results.with(i, { ...next.results[i]!, id }))
}

/** How it ended, as it follows from the last replies and from what a seam threw. */
function faultsOfEnd(talk: Talk, { outcome, error }: End): string[] {
  const { replies, messages, inbox, stop, isStopped, isAgreed, kinds } = talk
  const last = replies.at(-1)
  const lost = replies.map((one) => one.stop === 'cut' || (one.calls.length === 0
    && (one.text.trim() === '' || one.stop === 'calls') && WHOLE_STOPS.includes(one.stop)))
  const given = messages.at(-1)
  const ends = given?.role === 'results' ? given.results.flatMap((one) => one.ends ?? []) : []
  const isSaid = last?.stop === 'end' && last.calls.length === 0 && last.text.trim() !== ''
  const isToolsEnd = ends.length > 0 && ends.every((one) => one === 'done')
  const faults: string[] = []
  const expect = (wanted: Outcome, why: string) => {
    if (outcome !== wanted) faults.push(`it ended as ${outcome}, not as ${wanted}: ${why}`)
  }
  if (!OUTCOMES.includes(outcome)) faults.push(`it ended as ${outcome}`)
  if (error instanceof TypeError && !kinds.has('the model returns nothing')) {
    faults.push(`the loop itself failed: ${error.stack}`)
  }
  if (lost.some((one, i) => one && lost[i + 1] && lost[i + 2] && i + 3 < lost.length)) {
    faults.push('it went on after three lost replies')
  }
  if (outcome === 'done') {
    if (isStopped || inbox.length > 0 || !isAgreed) faults.push('it ended as done though something was open')
    if (!isSaid && !isToolsEnd) faults.push('it ended as done though nobody said so')
  }
  if (isStopped) expect(talk.stoppedAs, 'by an abort or a listener')
  else if (stop !== null) expect(stop === LIE ? 'failed' : stop.outcome, 'by a Stop')
  else if (last?.stop === 'refused') expect('refused', 'by the model')
  else if (last && ![...WHOLE_STOPS, 'cut'].includes(last.stop)) expect('failed', 'by an unclear reply')
  else if (lost.length >= 3 && lost.slice(-3).every(Boolean)) expect('cut', 'three replies were lost')
  else if (ends.length > 0 && !isToolsEnd) expect(ends.find((one) => one !== 'done')!, 'by a result')
  else if (!['done', 'limit', 'failed'].includes(outcome)) faults.push(`it ended as ${outcome} for nothing`)
  return faults
}

function faultsOfEvents({ events, messages }: Talk, end: End, maxRounds: number): string[] {
  const faults: string[] = []
  const ends = events.filter((event) => event.type === 'end')
  const last = events.at(-1)
  const isLast = last?.type === 'end' && last.end === end
  if (ends.length !== 1 || !isLast) faults.push('its end is not told once and last')
  const rounds = events.flatMap((event) => (event.type === 'round' ? [event.round] : []))
  if (!rounds.every((round, i) => round === i + 1)) faults.push(`the rounds are ${rounds}`)
  if (rounds.length !== end.rounds) faults.push(`${end.rounds} rounds, and ${rounds.length} were told`)
  if (end.rounds > Math.max(0, maxRounds || 0)) faults.push(`${end.rounds} rounds are more than ${maxRounds}`)
  const firstRound = events.findIndex(({ type }) => type === 'round')
  const joined = firstRound < 0 ? [] : events.slice(firstRound)
    .flatMap((event) => (event.type === 'message' ? [event.message] : []))
  const tail = messages.slice(messages.length - joined.length)
  if (!joined.every((message, i) => message === tail[i])) faults.push('what was told is not what joined')
  return faults
}

const NOT_RUN = /^Error: (not run: |the reply was cut off or empty)/

/** Each call that was made has the first answer of Execute, or a failure that the loop put into words. */
function faultsOfResults({ events, messages, given }: Talk): string[] {
  const made = new Set(events.flatMap((event) => (event.type === 'message' ? callsOf(event.message) : [])))
  return messages.flatMap((message, at) => callsOf(message).flatMap((one, i) => {
    const next = messages[at + 1]
    const found = next?.role === 'results' ? next.results[i] : undefined
    if (!made.has(one) || found === given.get(one.id)) return []
    const isAnswered = one.malformed === undefined && given.has(one.id)
    const isOurs = found?.ok === false && /^Error: [^]+/.test(found.text) && found.ends === undefined
    const isAsSaid = one.malformed === undefined || found?.text === `Error: ${one.malformed}`
      || NOT_RUN.test(found?.text ?? '')
    if (isOurs && isAsSaid && !isAnswered) return []
    return [`the call ${one.id} has the result ${JSON.stringify(found)}`]
  }))
}

/** The record, put behind the history of the start and repaired by a further run, is the history again; and
 *  the history itself needs no repair. Where the start has one id twice, an event of the repair does not say
 *  which call it answers, so what is rebuilt must only be valid. */
async function faultsOfRebuilding(start: Message[], { record, messages }: Talk): Promise<string[]> {
  const faults: string[] = []
  const said = (history: Message[]) => history.flatMap((message) => (message.role === 'results' ? [] : [{
    role: message.role, text: message.text, args: callsOf(message).map(({ args }) => args),
  }]))
  const isKept = isDeepStrictEqual(said(messages).slice(0, said(start).length), said(start))
  if (!isKept) faults.push('the repair lost or changed what was said')
  const asksNobody = { model: async () => reply('never'), inbox: [], maxRounds: 0 }
  const rebuilt = [...start, ...record.map((line) => JSON.parse(line) as Message)]
  await run({ ...asksNobody, messages: rebuilt })
  const ids = start.flatMap(callsOf).map(({ id }) => id)
  const isExact = isDeepStrictEqual(rebuilt, messages) || new Set(ids).size < ids.length
  if (!isExact) faults.push('the record does not rebuild the history')
  faults.push(...historyFaults(rebuilt).map((words) => `rebuilt: ${words}`))
  const again = [...messages]
  const { told } = await run({ ...asksNobody, messages: again })
  const isSame = again.length === messages.length && again.every((message, i) => message === messages[i])
  if (!isSame || told.length !== 1) faults.push('the history had to be repaired again')
  return faults
}

function callsOf(message: Message | undefined): ToolCall[] {
  return message?.role === 'assistant' ? message.calls : []
}

/** What a seam may throw: errors, stops, one that lies, and what is no error. */
function thrown(random: Random): unknown {
  const stop = new Stop(random.pick(OUTCOMES.slice(1)) as Exclude<Outcome, 'done'>, 'a stop')
  return random.pick([new Error('broken'), new Error('broken'), stop, stop, LIE, 'words', undefined, 7])
}

function fail(talk: Talk): never {
  const value = thrown(talk.random)
  if (value instanceof Stop) talk.stop = value
  throw value
}


interface Random {
  below(limit: number): number // a whole number from 0; 0 when the limit is 0
  chance(of: number): boolean
  pick<T>(from: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** A generator of numbers that are the same for the same seed: mulberry32, which is in the public domain. */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (of) => next() < of,
    pick: (from) => from[below(from.length)]!,
    shuffled: (list) => {
      const mixed = [...list]
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = below(i + 1)
        const kept = mixed[i]!
        mixed[i] = mixed[j]!
        mixed[j] = kept
      }
      return mixed
    },
  }
}
