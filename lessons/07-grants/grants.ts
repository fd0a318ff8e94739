// grants.ts: what a person allowed beforehand, as facts about a scope. A grant is looked at before anybody is
// asked. It covers whole words and whole names of folders, never a beginning of one, and it widens nothing:
// what permit refuses stays refused. It is kept nowhere: a list ends with the run that it was made for.

import { realRoot } from '../../paths.ts'
import { grantOf, isBroad, offerOf } from './forms.ts'
import { hasAllWords, isAt, isSaid, isSpelled } from './match.ts'
import { stateOf } from './state.ts'
import type { EffectPath } from '../../effects.ts'
import type { Request } from '../06-confirm/confirm.ts'
import type { Grant } from './forms.ts'

/** `covers`: whether the grants allow all of a request that needs a yes; `earlier`: those before it in its
 *  round, which run first. `offer`: the form that covers just it, null when there is none to offer;
 *  `isAsked`: at a question. `add`: one more; with a request it holds while what was shown is the same.
 *  `revoke`: false when there is none. `list`: the forms in force. `suspend`: sets broad ones aside until
 *  the function that it returns is called. Only `add` throws. */
export interface Grants {
  covers(request: Request, earlier?: readonly Request[]): boolean
  offer(request: Request, isAsked: boolean): string | null
  add(form: string, request?: Request): void
  revoke(form: string): boolean
  list(): string[]
  suspend(): () => void
}

/** `bound`: the state of what was shown, as stateOf has it. */
type Held = Grant & { bound?: string }

/** Grants from their forms. Throws an Error that names the form, what is wrong with it, and what to write. */
export function createGrants(forms: readonly string[] = []): Grants {
  if (!Array.isArray(forms)) throw new Error('grants are a list of forms, as in ["write:docs/"]')
  let held: Held[] = Array.from<string, Held>(forms, (form) => grantOf(form))
  let suspensions = 0
  const states = new WeakMap<object, string>() // of requests when they were offered one, by their paths
  const active = () => (suspensions > 0 ? held.filter((grant) => !isBroad(grant)) : held)
  return {
    covers: (request, earlier = []) => attempt(() => isCovered(request, active(), earlier)) === true,
    offer: (request, isAsked) => attempt(() => {
      const form = offerOf(request, isAsked)
      if (form === null || !isCovered(request, [grantOf(form)], [])) return null
      if (!isAsked) return form
      const state = stateOf(request)
      states.set(request.paths, state)
      return state === '' ? null : form
    }),
    add(form, request) {
      const grant = grantOf(form)
      const bound = request && (states.get(request.paths) ?? stateOf(request))
      if (bound === undefined) held = [...held, grant]
      else if (bound !== '') held = [...held, { ...grant, bound }]
    },
    revoke(form) {
      const before = held.length
      held = held.filter((grant) => grant.form !== form)
      return held.length < before
    },
    list: () => [...new Set(active().map(({ form }) => form))],
    suspend() {
      let isOver = false
      suspensions++
      return () => {
        if (!isOver) suspensions--
        isOver = true
      }
    },
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

// #region covers
/** Whether each thing of a request that needs a yes has a grant: its steps, its paths, or else the tool. */
function isCovered(request: Request, held: readonly Held[], earlier: readonly Request[]): boolean {
  const { call, steps, open, paths, verdict = 'UNKNOWN' } = request
  if (call.malformed !== undefined || !['LOW_RISK', 'UNKNOWN'].includes(verdict)) return false
  const root = realRoot(request.root)
  const isLate = earlier.some(mayChange) // then what is looked at now is not what this call will meet
  const isBound = held.some(({ bound }) => bound !== undefined) && !isLate
  const state = isBound ? stateOf(request) : ''
  const valid = held.filter(({ bound }) => bound === undefined || bound === state)
  const own = valid.filter(({ tool }) => tool === call.name)
  const isBare = ({ words, isLook, path }: Held) => !words && !isLook && !path
  if (steps.length + paths.length === 0) return own.some(isBare)

  const toRun = open.filter((i) => steps[i]!.program !== 'cd') // where it leads, the grants of the others say
  const isStepCovered = (i: number) => {
    const written = request.written || isLate || steps.slice(0, i).some((step) => step.writes)
    return own.some((grant) => isSaid(grant, steps[i]!, root, written))
  }
  const inNeed = paths.filter(({ step, place }) => step === undefined || place !== '')
  const isPathCovered = (path: EffectPath) => {
    if (path.step === undefined) return own.some((grant) => isAt(grant, path, root))
    const step = steps[path.step]!
    const isNamed = isSpelled(path, step) && own.some((grant) => hasAllWords(grant, step, root))
    return isNamed || valid.some((grant) => grant.tool === path.access && isAt(grant, path, root))
  }
  return toRun.length + inNeed.length > 0 && toRun.every(isStepCovered) && inNeed.every(isPathCovered)
}
// #endregion

/** Whether a call may change files: all but what only looks. */
function mayChange({ steps, paths }: Request): boolean {
  const isLook = steps.every((step) => step.looksOnly) && paths.every(({ access }) => access === 'read')
  return !isLook || steps.length + paths.length === 0
}
