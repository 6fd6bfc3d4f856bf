import * as calls from '@fettle/protocol/marketplace/calls'
import { listProviderSlots } from '@fettle/protocol/availability/calls'
import { addMarketplacePhoto, approvePriceAdjustment, declinePriceAdjustment } from '@fettle/protocol/bookings/calls'

/**
 * What browsers may do through this back end, always as the signed-in customer. The key could do far more: everything that
 * is not listed here is refused. Paying is not in the list, because the server records payments (see `payments.ts`).
 */
export const operations = [
  calls.listProviders,
  calls.getProvider,
  listProviderSlots,
  calls.listMarketplaceReviews,

  calls.createMarketplaceBooking,
  calls.listMarketplaceBookings,
  calls.getMarketplaceBooking,
  addMarketplacePhoto,
  calls.acceptMarketplaceBooking,
  calls.declineMarketplaceBooking,
  calls.cancelMarketplaceBooking,
  calls.confirmMarketplaceBooking,
  calls.requestFix,
  calls.proposeMarketplaceTimes,
  calls.acceptMarketplaceProposal,
  calls.declineMarketplaceProposal,
  approvePriceAdjustment,
  declinePriceAdjustment,

  calls.requestOffers,
  calls.addOfferRequestPhoto,
  calls.listMarketplaceOffers,
  calls.getMarketplaceOffer,
  calls.viewMarketplaceOffer,
  calls.calculateMarketplaceOffer,
  calls.acceptOffer,
  calls.requestOfferChanges,
  calls.declineOffer,

  calls.listMarketplaceContracts,
  calls.getMarketplaceContract,
  calls.viewMarketplaceContract,
  calls.signContract,
  calls.requestContractChanges,
  calls.approveMilestone,
  calls.requestMilestoneChanges,

  calls.listMarketplaceInvoices,
  calls.getMarketplaceInvoice,

  calls.createReview,
  calls.openMarketplaceDispute,
  calls.getMarketplaceDispute,
  calls.acceptMarketplaceSettlement,
  calls.declineMarketplaceSettlement,
  calls.withdrawMarketplaceDispute,

  calls.createMarketplaceChannel,
  calls.sendMarketplaceFile,
] as const

export type AllowedOperation = (typeof operations)[number]

/** Calls that bind the customer. Fettle records the person behind them: address, browser and time zone. */
export const bindingCalls: ReadonlySet<string> = new Set([
  calls.acceptMarketplaceBooking.name,
  calls.acceptMarketplaceProposal.name,
  calls.acceptOffer.name,
  calls.acceptMarketplaceSettlement.name,
])

/** Lists that are narrowed to the customer in their query. */
export const lists: ReadonlySet<string> = new Set([
  calls.listMarketplaceBookings.name,
  calls.listMarketplaceOffers.name,
  calls.listMarketplaceContracts.name,
  calls.listMarketplaceInvoices.name,
])

/** What everybody may read, and not as this customer. */
export const publicReads: ReadonlySet<string> = new Set([
  calls.listProviders.name,
  calls.getProvider.name,
  listProviderSlots.name,
  calls.listMarketplaceReviews.name,
])
