// wire.ts: looking at what a server sent, which may have any shape. A value is read with `?.` and one of the
// functions here, so that a wrong type reads as absent and never throws; a text of a server is shown through
// `printable`. Nothing here knows a protocol.

/** Parsed JSON of a stranger. */
export type Wire = any

/** The JSON value of a text; undefined when it is none. */
export function parsed(text: string): Wire {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: Wire): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: Wire): string {
  return typeof value === 'string' ? value : ''
}

export function listOf(value: Wire): Wire[] {
  return Array.isArray(value) ? value : []
}

/** A count of tokens; undefined when it is none. */
export function countOf(value: Wire): number | undefined {
  return Number.isFinite(value) ? value : undefined
}

/** A text with control, format and lone surrogate characters escaped, cut to `most` characters. */
export function printable(text: string, most: number): string {
  const start = text.length > most ? `${text.slice(0, most)}...` : text
  return start.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return SHORT_ESCAPES.get(character) ?? `\\u{${character.codePointAt(0)!.toString(16)}}`
  })
}

const SHORT_ESCAPES = new Map([['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t']])
