// consent.ts: who says yes in this run: what was granted beforehand, and whether somebody can be asked.
// Nobody can, unless a person sits at a terminal and nothing says otherwise.

import { UsageError } from './options.ts'
import { askInTerminal } from '../lessons/06-confirm/confirm.ts'
import { grantOf } from '../lessons/07-grants/forms.ts'
import { createGrants } from '../lessons/07-grants/grants.ts'
import { categoriesFault } from '../lessons/09-categories/layer.ts'
import { setting } from '../policy.ts'
import { shown } from '../print.ts'
import { TOOLS } from '../tools.ts'
import type { ClassifierFor } from './classifier.ts'
import type { Options } from './options.ts'
import type { Confirm } from '../lessons/06-confirm/confirm.ts'
import type { Grants } from '../lessons/07-grants/grants.ts'
import type { Policy } from '../policy.ts'

/** `isOn`: auto mode, at the start. `classifierFor`: who judges for it what rules know nothing of. */
export interface Consent {
  grants: Grants; attended: boolean; confirm: Confirm; isOn: boolean; classifierFor?: ClassifierFor
}

/** The grants of the policy and of the options, and who can be asked. Throws UsageError for a bad grant. */
export function consentOf(options: Options, policy: Policy): Consent {
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
  const attended = isTerminal && !options.unattended && !options.json && !process.env['CI']
  if (options.auto && !attended && options.subcommand === undefined) throw new UsageError(NOBODY)
  const fault = categoriesFault(policy)
  if (fault !== null) throw new UsageError(fault)
  try {
    const forms = [...setting(policy, 'grants'), ...options.grants]
    const grants = createGrants(forms)
    for (const form of forms) refuseOtherTools(form)
    return { grants, attended, confirm: askInTerminal, isOn: options.auto }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const NOBODY = '--auto needs somebody to ask about the rest: a terminal, without --unattended, --json and '
  + 'CI; where nobody is, say with --grant what is allowed'

/** Who says yes, for the line at the start. */
export function whoIsAsked({ attended, isOn }: Pick<Consent, 'attended' | 'isOn'>): string {
  if (!attended) return 'nobody can be asked'
  return isOn ? 'auto mode: you are asked about what is not proven boring' : 'you are asked'
}

/** A grant for a tool that is not here would never be used: it is a slip. */
function refuseOtherTools(form: string): void {
  const { tool } = grantOf(form)
  const names = TOOLS.map(({ name }) => name)
  if (names.includes(tool)) return
  throw new Error(`not a grant: "${shown(form)}": there is no tool ${tool}; tools are ${names.join(', ')}`)
}
