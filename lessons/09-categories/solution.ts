// solution.ts: one way to do the exercise. The analysis has the words of each step, and it knows what a
// wrapper starts; the name goes before the first that is less bad.

import { effectsOf } from '../../effects.ts'
import type { Classify } from './exercise.ts'

const CLIENTS = ['psql', 'mysql', 'sqlite3']
const CHANGES = /\b(drop|delete|truncate|update|insert)\b/i

/** `classify` that also knows `database`, of risk high, behind the other high names and before the medium
 *  ones: a step that is a client (psql, mysql, sqlite3), or starts one, has DROP, DELETE, TRUNCATE, UPDATE or
 *  INSERT as a whole word in one of its words, in any case. */
export function withDatabase(classify: Classify): Classify {
  return (policy, call) => {
    const found = classify(policy, call)
    const isChange = effectsOf(policy, call).steps.some(({ program, starts, given }) => {
      const isClient = [program, ...starts].some((name) => CLIENTS.includes(name))
      return isClient && given.some((word) => CHANGES.test(word))
    })
    if (!isChange) return found
    const at = found.findIndex(({ risk }) => risk === 'medium')
    return found.toSpliced(at < 0 ? found.length : at, 0, { category: 'database', risk: 'high' })
  }
}
