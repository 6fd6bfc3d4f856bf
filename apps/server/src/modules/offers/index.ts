import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ConversionDeps } from './lifecycle/contract.service.ts'
import { DEPOSIT_CHANGED } from '../invoices/index.ts'
import { updateDeposit } from './lifecycle/deposit.service.ts'
import { serveOffers, servePriceBook } from './offers.routes.ts'
import { SEND_CHAT_MESSAGE_JOB, type SendChatMessage, type ChatMessageJob } from './offer.effects.ts'
import { handleTimers } from './timers/timers.service.ts'

export { listAllOffers } from './offers.service.ts'
export { listItems as listPriceBook } from './price-book/price-book.service.ts'
export { deleteOf as deletePriceBook } from './price-book/price-book.store.ts'
export { offerTemplates } from './price-book/templates.service.ts'
export {
  countAccepted as countAcceptedOffers,
  redactAddresses as redactOfferAddresses,
  haveSharedOffer,
  listOpenReferences as listOpenOffers,
} from './offers.store.ts'
export { deleteRequestPhotosOf } from './requests/requests.service.ts'
export { linkContract, lockAcceptedOffer } from './lifecycle/contract.service.ts'
export { findAgreement } from './lifecycle/deposit.service.ts'
export { showOffer } from './marketplace-api/marketplace.view.ts'
export { serveMarketplaceOffers } from './marketplace-api/offers.marketplace.ts'

/** Registers requests for quotes and offers. `sendAsParticipant` sends a message of one of the two. */
export function registerOffers(
  deps: Deps,
  routers: Pick<Routers, 'provider'>,
  { sendAsParticipant, draftContract }: { sendAsParticipant: SendChatMessage } & Pick<ConversionDeps, 'draftContract'>,
): void {
  handleTimers(deps)
  deps.jobs.handle<ChatMessageJob>(SEND_CHAT_MESSAGE_JOB, sendAsParticipant)
  deps.jobs.handle<{ offerId: string }>(DEPOSIT_CHANGED, ({ offerId }) => updateDeposit(deps, offerId))
  serveOffers({ ...deps, draftContract }, routers)
  servePriceBook(deps, routers)
}
