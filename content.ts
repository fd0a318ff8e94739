// content.ts: what is to be said of the content of a file before and after it is written. It changes nothing:
// content is refused, or written as it was asked for and remarked on.

import { shown } from './print.ts'
import { PAGE_NOTICE } from './read.ts'

/** Text that cannot be a file's, or that a page of read put there. */
export function refuseContent(content: string): void {
  if (/\p{Cs}/u.test(content)) throw new Error('content holds half of a character: write it whole')
  const notice = PAGE_NOTICE.exec(content)?.[0]
  if (notice === undefined) return
  throw new Error(`content holds a notice of read, which is not the file's text: ${shown(notice)}; leave it `
    + 'out, or indent the line when it is meant')
}

/** What a reader should know of content that was written as it was asked for. */
export function remarks(content: string): string[] {
  const found: string[] = []
  const control = /[^\P{Cc}\t\n\r]/u.exec(content)
  if (control) {
    const line = content.slice(0, control.index).split('\n').length
    found.push(`note: it holds control characters, the first (${shown(control[0])}) in line ${line}`)
  }
  const first = NUMBERED.exec(content)
  if (first && isNumbered(content.split('\n'), Number(first[1]))) {
    found.push('note: every line begins with its own number, as in a listing; if that is not meant, write '
      + 'it again without them')
  }
  return found
}

const NUMBERED = /^\s*(\d{1,9})[\t|→]/

function isNumbered(lines: string[], first: number): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  return full.length > 1 && full.every((line, i) => Number(NUMBERED.exec(line)?.[1]) === first + i)
}
