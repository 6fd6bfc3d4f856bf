import { listProviderSlots } from '@fettle/protocol/availability/calls'
import { addMarketplacePhoto, approvePriceAdjustment, declinePriceAdjustment } from '@fettle/protocol/bookings/calls'
import * as calls from '@fettle/protocol/marketplace/calls'

/** Public reads, which are not made as this customer. */
export const publicReads = {
  listProviders: calls.listProviders,
  getProvider: calls.getProvider,
  listSlots: listProviderSlots,
  listReviews: calls.listMarketplaceReviews,
}

/** Lists that are narrowed to the customer in their query. */
export const lists = {
  listBookings: calls.listMarketplaceBookings,
  listOffers: calls.listMarketplaceOffers,
  listContracts: calls.listMarketplaceContracts,
  listInvoices: calls.listMarketplaceInvoices,
  listDisputes: calls.listMarketplaceDisputes,
  listOwnReviews: calls.listMarketplaceReviews,
}

/** Binding calls for which the customer proves who they are. */
export const signatures = {
  signContract: calls.signContract,
  signAmendment: calls.signMarketplaceAmendment,
}

/** Calls that bind the customer. Fettle records the person behind them: address, browser and time zone. */
export const bindingCalls = {
  acceptBooking: calls.acceptMarketplaceBooking,
  acceptTimes: calls.acceptMarketplaceProposal,
  acceptOffer: calls.acceptOffer,
  acceptSettlement: calls.acceptMarketplaceSettlement,
  ...signatures,
  withdrawFromContract: calls.withdrawFromContract,
  acceptTermination: calls.acceptMarketplaceTermination,
}

/**
 * What browsers may do through this back end, always as the signed-in customer. The key could do far more: everything that
 * is not listed here is refused. Paying is not in the list, because the server records payments (see `payments.ts`).
 */
export const operations = {
  ...publicReads,
  ...lists,
  ...bindingCalls,

  createBooking: calls.createMarketplaceBooking,
  getBooking: calls.getMarketplaceBooking,
  addBookingPhoto: addMarketplacePhoto,
  declineBooking: calls.declineMarketplaceBooking,
  previewCancellation: calls.getMarketplaceCancellationPreview,
  cancelBooking: calls.cancelMarketplaceBooking,
  confirmBooking: calls.confirmMarketplaceBooking,
  requestFix: calls.requestFix,
  proposeTimes: calls.proposeMarketplaceTimes,
  declineTimes: calls.declineMarketplaceProposal,
  approvePrice: approvePriceAdjustment,
  declinePrice: declinePriceAdjustment,

  requestOffers: calls.requestOffers,
  addOfferPhoto: calls.addOfferRequestPhoto,
  getOffer: calls.getMarketplaceOffer,
  viewOffer: calls.viewMarketplaceOffer,
  calculateOffer: calls.calculateMarketplaceOffer,
  requestOfferChanges: calls.requestOfferChanges,
  declineOffer: calls.declineOffer,
  undoAcceptance: calls.undoAcceptance,

  getContract: calls.getMarketplaceContract,
  viewContract: calls.viewMarketplaceContract,
  requestContractChanges: calls.requestContractChanges,
  declineContract: calls.declineContract,
  declineAmendment: calls.declineMarketplaceAmendment,
  contestTermination: calls.contestMarketplaceTermination,
  approveMilestone: calls.approveMilestone,
  requestMilestoneChanges: calls.requestMilestoneChanges,

  getInvoice: calls.getMarketplaceInvoice,
  createReview: calls.createReview,
  openDispute: calls.openMarketplaceDispute,
  getDispute: calls.getMarketplaceDispute,
  respondToDispute: calls.respondToMarketplaceDispute,
  addEvidence: calls.addMarketplaceDisputeEvidence,
  proposeSettlement: calls.proposeMarketplaceSettlement,
  declineSettlement: calls.declineMarketplaceSettlement,
  appealDispute: calls.appealMarketplaceDispute,
  withdrawDispute: calls.withdrawMarketplaceDispute,
  openChannel: calls.createMarketplaceChannel,
  sendFile: calls.sendMarketplaceFile,
}

export type Operations = typeof operations
