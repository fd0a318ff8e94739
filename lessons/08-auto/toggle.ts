// toggle.ts: auto mode on and off. There is one Confirm for the whole session; what it does with a question
// is looked up when the question comes, so that neither the loop nor the stack learns of the change.

import { autoMode } from './auto.ts'
import type { Grants } from '../07-grants/grants.ts'
import type { AutoOptions } from './auto.ts'
import type { Confirm } from '../06-confirm/confirm.ts'

/** `grants`: those of the session; broad ones are set aside while auto mode is on, since a rule that allows
 *  any code of an interpreter would leave nothing to judge. `isOn`: at the start. */
export interface ToggleOptions extends Omit<AutoOptions, 'onEnd'> {
  grants?: Pick<Grants, 'suspend'>
  isOn?: boolean
  say?(text: string): void
}

/** `confirm`: the one reference. `flip`: turns auto mode on or off, and gives the words for the person. */
export interface Toggle { confirm: Confirm; isOn(): boolean; flip(): string }

/** A Confirm that can be switched between asking about all and asking about what auto mode leaves. */
export function toggle({ grants, isOn = false, say, ...options }: ToggleOptions): Toggle {
  let restore: (() => void) | null = null // while it is on
  let over = ''
  const enter = () => (restore = grants?.suspend() ?? (() => {}))
  const leave = () => {
    restore?.()
    restore = null
  }
  const auto = autoMode({
    ...options,
    onEnd(reason) {
      over = reason
      leave()
      say?.(reason)
    },
  })
  if (isOn) enter()
  return {
    confirm: (requests, signal) => (restore ? auto : options.confirm)(requests, signal),
    isOn: () => restore !== null,
    flip() {
      if (over !== '') return over
      if (restore) leave()
      else enter()
      return restore ? 'auto mode is on: what is proven boring is not asked about' : 'auto mode is off'
    },
  }
}
