// view.ts: `node run.ts view FILE > page.html`: the record of a run as a page for a browser. A line that
// cannot be read is left out, and the page says so. Nothing runs, and no policy is needed.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from './options.ts'
import { STANDARD_STREAMS } from './report.ts'
import { page } from '../lessons/10-record/page.ts'
import { shown } from '../print.ts'
import type { Options } from './options.ts'

const SHOWN_OF_A_TORN_LINE = 200

/** Prints the page of a file of JSON lines; returns the exit code. Throws UsageError. */
export function view({ task }: Options): number {
  STANDARD_STREAMS.answer(page(recordLines(textOf(task)), basename(task)))
  return 0
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'ENOENT' ? `no such file: ${shown(file)}` : `${shown(file)}: ${code}`)
  }
}

/** The objects of JSON lines. In the place of a line that is none stands what tells so. */
export function recordLines(text: string): object[] {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return []
    return parsed(line) ?? {
      type: 'unreadable', line: i + 1, isLast: i === last, text: line.slice(0, SHOWN_OF_A_TORN_LINE),
    }
  })
}

function parsed(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
