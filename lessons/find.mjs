// find.mjs: which lesson is meant. Both commands for lessons take `NN` or `NN-name`. A folder is a lesson
// when its demonstration is there; one that is only begun is not shown.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder names of the lessons below `folder`, in order. */
export function lessonsIn(folder) {
  return readdirSync(folder).filter((name) => {
    return /^\d\d-[a-z0-9-]+$/.test(name) && existsSync(join(folder, name, 'run.ts'))
  }).sort()
}

/** The folder name of the lesson that a word means. Without one, it says what there is and ends the program:
 *  with code 0 when no word was given, with 2 when it was a wrong one. */
export function lessonOf(folder, word, command) {
  const lessons = lessonsIn(folder)
  const found = lessons.find((name) => word === name || word === name.slice(0, 2))
  if (found !== undefined) return found
  const say = word === undefined ? console.log : console.error
  if (word !== undefined) say(`there is no lesson ${JSON.stringify(word)}`)
  say(`npm run ${command} NN, where NN is the number of one of these:`)
  for (const name of lessons) say(`  ${name.padEnd(14)} ${titleOf(join(folder, name))}`.trimEnd())
  process.exit(word === undefined ? 0 : 2)
}

/** The title of its page. */
function titleOf(lesson) {
  const page = join(lesson, 'README.md')
  const first = existsSync(page) ? readFileSync(page, 'utf8').split('\n')[0] : ''
  return first.replace(/^# */, '')
}
