import type { MarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import type { Deps } from '../../platform/deps.ts'
import { findPublicProvider } from '../profile/index.ts'
import { getOwnDispute, type DisputeParty } from './dispute.access.ts'
import type { Dispute } from './dispute.rules.ts'
import { toView } from './dispute.view.ts'

/** A dispute for its customer or an operator, by the marketplace. */
export async function toMarketplaceDispute(
  deps: Deps,
  dispute: Dispute,
  party: DisputeParty,
): Promise<MarketplaceDispute> {
  const provider = await findPublicProvider(deps, dispute.providerId)
  const view = await toView(deps, deps.db, dispute, party)
  return {
    ...view,
    customerId: dispute.customer.id,
    providerId: dispute.providerId,
    providerName: provider?.name ?? '',
  }
}

/** A dispute for an event, as operators see it. */
export async function showDispute(deps: Deps, id: string): Promise<MarketplaceDispute> {
  const operator: DisputeParty = { role: 'OPERATOR', id: '', name: '' }
  return toMarketplaceDispute(deps, await getOwnDispute(deps.db, operator, id), operator)
}
