// commands.ts: what a person can ask the program itself in a conversation. Nothing of it reaches the model.

import { inForce } from './in-force.ts'
import { shown } from '../print.ts'
import { whoIsAsked } from './consent.ts'
import type { Consent } from './consent.ts'
import type { DecisionEvent } from './decisions.ts'
import type { Toggle } from '../lessons/08-auto/auto.ts'
import type { Policy } from '../policy.ts'

const HELP = `/policy        what this session may do
/grants        what is allowed without a question; /grants revoke FORM takes one back
/auto          asks less, or as much as ever again
/why           the decisions of the last round
/help          this
Ctrl-C clears the line, or interrupts the work; Ctrl-D ends.`

/** Who says yes in this conversation. */
export type Asked = Pick<Consent, 'grants' | 'attended'> & { auto: Toggle }

/** What a command is answered with. `decisions`: those of the last round. */
export function answerTo(
  line: string, policy: Policy, { grants, attended, auto }: Asked, decisions: readonly DecisionEvent[],
): string {
  const [name, action, ...rest] = line.split(' ')
  const form = rest.join(' ')
  if (name === '/help') return HELP
  if (name === '/auto') return auto.flip()
  if (name === '/policy') {
    const asked = whoIsAsked({ attended, isOn: auto.isOn() })
    return `${inForce(policy)}; ${asked}; node run.ts audit says more`
  }
  if (name === '/grants' && action === 'revoke') {
    return grants.revoke(form) ? `revoked: ${shown(form)}` : `there is no grant ${shown(form)}`
  }
  if (name === '/grants') return grants.list().map(shown).join('\n') || 'nothing is granted'
  if (name === '/why') return decisions.map(whyOf).join('\n') || 'there was no round yet'
  return `there is no command ${shown(name!)}; /help lists them`
}

function whyOf({ call, decision: { allowed, by, reason } }: DecisionEvent): string {
  const about = call.args['command'] ?? call.args['path'] ?? ''
  const what = shown(`${call.name} ${String(about)}`)
  return `${what}: ${allowed ? 'allowed' : 'refused'} by ${by}: ${shown(reason)}`
}
