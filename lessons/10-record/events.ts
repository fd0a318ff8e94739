// events.ts: what can stand in a record: one table of names and fields. Every line is an object of JSON with
// `time` (ISO 8601) and `type`, and the fields of its row; times that something took are in milliseconds. A
// lesson that records something new adds a row here. Readers leave out lines whose name they do not know.

/** Of the form below; it changes when an older reader would misread a newer record. */
export const VERSION = 1

// #region events
/** The fields of each event; `?` behind one that is not always there. What happens once has one word; what
 *  begins and ends has three parts. A result's text stands where its call ended, and nowhere else. */
export const EVENTS: Readonly<Record<string, string>> = {
  'header': 'version pid root? model? policy? resumed?', // the first line; again where a run was resumed
  'message': 'message opaque?', // joins the history; a result that is only an id ended above, in its own line
  'usage': 'round input output cacheRead? cacheWrite?', // tokens of the reply above, which holds them as well
  'decision': 'id tool allowed by reason grant? remember? categories?',
  'tool.<name>.started': 'id vectors? programs? writes?', // writes: real paths that it names to be written
  'tool.<name>.completed': 'id milliseconds result written?', // written: what else the session has written
  'tool.<name>.failed': 'id milliseconds result written?',
  'outcome': 'outcome reason rounds',
}
// #endregion

/** A line of a record, as far as every line is alike. */
export interface RecordEvent { time: string; type: string; [field: string]: unknown }

/** The name of an event's row: of `tool.read.started` it is `tool.<name>.started`. */
export function rowOf(type: string): string {
  return type.replace(/^tool\..*\.(started|completed|failed)$/s, 'tool.<name>.$1')
}

/** What keeps a value from being an event, in words; null when it is one. An unknown name is no fault. */
export function faultOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object'
  const event = value as Record<string, unknown>
  if (typeof event['type'] !== 'string' || typeof event['time'] !== 'string') return 'it has no type or time'
  const row = rowOf(event['type'])
  const fields = Object.hasOwn(EVENTS, row) ? EVENTS[row]!.split(' ') : []
  const missing = fields.find((field) => !field.endsWith('?') && event[field] === undefined)
  if (missing !== undefined) return `${row} has no ${missing}`
  return row !== 'message' || isMessage(event['message']) ? null : 'its message is none'
}

function isMessage(value: unknown): boolean {
  const { role, text, calls, results } = value as Record<string, unknown>
  if (role === 'results') return Array.isArray(results)
  return typeof text === 'string' && (role === 'user' || (role === 'assistant' && Array.isArray(calls)))
}
