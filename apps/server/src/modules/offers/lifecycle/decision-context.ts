import type { Deps } from '../../../platform/deps.ts'
import type { OfferDecisionContext, OfferActorRole } from '../offer.rules.ts'

/** What a decision about an offer depends on beside the offer. */
export const toDecisionContext = (
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  role: OfferActorRole,
): OfferDecisionContext => ({
  role,
  now: clock.now(),
  settings: settings(),
})
