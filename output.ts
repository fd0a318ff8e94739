// output.ts: what is kept of a program's output, in constant memory, and how it reads as text.
// Callers write the raw chunks as they come and ask for the text whenever they want it.
// It is no terminal: it moves no cursor and knows no width, so what moves the cursor is only taken out.

const SPARE_BYTES = 16_384 // kept raw at each end beyond keepBytes, since sequences and progress shrink
const SAFE_START_BYTES = 4_096 // how far into a cut tail to look for a place outside of any sequence
const NEAR_SHARE = 4 // a line end is near when it lies within a quarter of what an end may show
const [LF, CR] = [10, 13]

/** `write` copies what it keeps, as the chunk is used again; `bytes` counts all; `text()` changes nothing. */
export interface Output { write(chunk: Buffer): void; text(): string; readonly bytes: number }

/** Keeps the beginning and the end of what is written. `text()` shows at most `keepBytes` of it, half for
 *  each end, and between them a line that says how many bytes were left out: bytes of text where the output
 *  was kept, raw bytes where it was not. It is valid Unicode, without controls other than \n and \t. */
export function createOutput(keepBytes: number): Output {
  const head = Buffer.alloc(keepBytes + SPARE_BYTES)
  const ring = Buffer.alloc(keepBytes + SPARE_BYTES) // the newest of what came after the head
  let bytes = 0
  let lineEnd = Infinity // the first one after the head, counted from there

  const write = (chunk: Buffer) => {
    const rest = chunk.subarray(chunk.copy(head, Math.min(bytes, head.length)))
    bytes += chunk.length
    const past = Math.max(0, bytes - head.length)
    const found = lineEnd === Infinity ? rest.indexOf(LF) : -1
    if (found >= 0) lineEnd = past - rest.length + found
    const kept = rest.subarray(-ring.length)
    const at = (past - kept.length) % ring.length
    const fitting = kept.copy(ring, at)
    kept.copy(ring, 0, fitting)
  }

  const text = () => {
    const past = Math.max(0, bytes - head.length)
    const seam = past % ring.length
    const first = head.subarray(0, bytes)
    const last = past <= ring.length ? ring.subarray(0, past)
      : Buffer.concat([ring.subarray(seam), ring.subarray(0, seam)])
    const lost = past - last.length
    if (lost === 0) return whole(Buffer.concat([first, last]), keepBytes)
    const from = safeStart(last)
    const rest = last.subarray(from)
    if (lineEnd >= lost && isProgress(last)) { // one line, drawn again and again since it began in the head
      return whole(Buffer.concat([first.subarray(0, first.lastIndexOf(LF) + 1), rest]), keepBytes)
    }
    const to = wholeCharacters(first)
    const [start, end] = [clean(first.subarray(0, to)), clean(rest)]
    return ends(start, end, start.length + (first.length - to) + lost + from + end.length, keepBytes)
  }

  return { write, text, get bytes() { return bytes } }
}

function whole(raw: Buffer, keepBytes: number): string {
  const text = clean(raw)
  return text.length <= keepBytes ? text.toString() : ends(text, text, text.length, keepBytes)
}

/** The beginning of `start`, the end of `end`, and a notice of what they do not show of `total` bytes. */
function ends(start: Buffer, end: Buffer, total: number, keepBytes: number): string {
  const first = beginning(start, Math.floor(keepBytes / 2))
  const last = ending(end, Math.floor(keepBytes / 2))
  const newline = first.length === 0 || first.at(-1) === LF ? '' : '\n'
  return `${first}${newline}[... ${total - first.length - last.length} bytes left out ...]\n${last}`
}

function beginning(text: Buffer, limit: number): Buffer {
  if (text.length <= limit) return text
  const afterLine = text.subarray(0, limit).lastIndexOf(LF) + 1
  if (limit - afterLine <= limit / NEAR_SHARE) return text.subarray(0, afterLine)
  let to = limit
  while (isContinuation(text[to]!)) to--
  return text.subarray(0, to)
}

function ending(text: Buffer, limit: number): Buffer {
  if (text.length <= limit) return text
  let from = text.length - limit
  const afterLine = text.indexOf(LF, from - 1) + 1
  if (afterLine > 0 && afterLine - from <= limit / NEAR_SHARE) return text.subarray(afterLine)
  while (isContinuation(text[from]!)) from++
  return text.subarray(from)
}

// ECMA-48, seven and eight bits. A string sequence (DCS, SOS, OSC, PM, APC) runs to its terminator; if it has
// none, to the end of its line, so that a lone `ESC ]` does not hide all that follows.
const STRING_START = /(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])/
const STRING_REST = /(?:[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|[^\n\x07\x1b\x80-\x9f]*)/
const CSI = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?/
const ESCAPE = /\x1b[ -/]*[0-~]?/
const SEQUENCE = new RegExp(`${STRING_START.source}${STRING_REST.source}|${CSI.source}|${ESCAPE.source}`, 'g')
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g // all but \t, \n and \r

/** As text, in UTF-8 again: no sequences and controls, and of a line drawn again after \r its last state. */
function clean(raw: Buffer): Buffer {
  const text = raw.toString().replace(SEQUENCE, '').replace(CONTROL, '')
  const lines = text.split('\n').map((line) => line.split('\r').findLast((state) => state !== '') ?? '')
  return Buffer.from(lines.join('\n'))
}

/** Where a cut tail may be read from: a place outside of any character and, if one is near, any sequence. */
function safeStart(tail: Buffer): number {
  const place = /\n|(?=\x1b)/.exec(tail.toString('latin1', 0, SAFE_START_BYTES))
  if (place) return place.index + place[0].length
  return [0, 1, 2].find((at) => !isContinuation(tail[at]!)) ?? 3
}

/** Whether the first line, whose beginning may be missing, goes back to its own beginning. */
function isProgress(tail: Buffer): boolean {
  const lineEnd = tail.indexOf(LF)
  return tail.subarray(0, lineEnd < 0 ? tail.length : Math.max(0, lineEnd - 1)).includes(CR)
}

/** Where the last whole character ends, in bytes. */
function wholeCharacters(raw: Buffer): number {
  for (let back = 1; back <= 3; back++) {
    const byte = raw[raw.length - back]!
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (!isContinuation(byte)) return needs > back ? raw.length - back : raw.length
  }
  return raw.length
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
