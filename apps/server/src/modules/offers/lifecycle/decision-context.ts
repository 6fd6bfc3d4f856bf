import type { Deps } from '../../../platform/deps.ts'
import type { OfferDecisionContext, OfferActorRole } from '../offer.types.ts'

/** The decision context of an offer. */
export const toDecisionContext = (
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  role: OfferActorRole,
): OfferDecisionContext => ({
  role,
  now: clock.now(),
  settings: settings(),
})
