// sse.ts: reads an event stream (WHATWG HTML, "Server-sent events") from bytes that may be cut anywhere.
// Only the data of an event comes out: both services repeat an event's name inside it. The other fields and
// comments pass by, and nothing here knows JSON, reconnects, or bounds the length of an event.

/** `push` takes the next bytes and `end` says that none follow; both return the data of the events that are
 *  whole by then. Unlike in the standard, the end of the stream ends an event: some forget the blank line. */
export function sseParser(): { push(bytes: Uint8Array): string[]; end(): string[] } {
  const decoder = new TextDecoder() // drops a byte order mark, keeps a character cut between two chunks
  let line = '' // the last one, while its end has not come
  let data: string[] = []
  let endedInCr = false

  const takeLines = (text: string): string[] => {
    if (text === '') return []
    const rest = endedInCr && text.startsWith('\n') ? text.slice(1) : text // CR LF is one end, even when cut
    endedInCr = text.endsWith('\r')
    const [first = '', ...others] = rest.split(/\r\n|\r|\n/)
    line += first
    const events: string[] = []
    for (const next of others) {
      events.push(...takeLine(line))
      line = next
    }
    return events
  }

  const takeLine = (whole: string): string[] => {
    const field = /^data(?:: ?|$)/.exec(whole)
    if (field) data.push(whole.slice(field[0].length))
    if (whole !== '' || data.length === 0) return []
    const event = data.join('\n')
    data = []
    return [event]
  }

  return {
    push: (bytes) => takeLines(decoder.decode(bytes, { stream: true })),
    end: () => [...takeLines(decoder.decode()), ...takeLine(line), ...takeLine('')],
  }
}
