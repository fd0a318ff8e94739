// lesson.mjs: `npm run lesson NN` runs the demonstration of a lesson: lessons/NN-name/run.ts. Words behind
// the number are the demonstration's own. Without a number it says what there is.

import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lessonOf } from './find.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const lesson = lessonOf(folder, process.argv[2], 'lesson')
process.argv.splice(1, 2, join(folder, lesson, 'run.ts'))
await import(pathToFileURL(process.argv[1]).href)
