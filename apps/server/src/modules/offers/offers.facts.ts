import type { Deps } from '../../platform/deps.ts'
import type { Facts, Role } from './offers.rules.ts'

/** What a decision about an offer depends on beside the offer. */
export const factsOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>, role: Role): Facts => ({
  role,
  now: clock.now(),
  settings: settings(),
})
