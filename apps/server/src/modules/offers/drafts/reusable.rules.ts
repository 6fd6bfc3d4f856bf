import type { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'

/** The content without parts specific to one time, location or customer. */
export const reusable = (content: OfferDraft): OfferDraft => ({
  ...content,
  proposedSlots: [],
  validUntil: null,
  photos: [],
  attachments: [],
  messageToCustomer: '',
  paymentSchedule: content.paymentSchedule.map((part) => ({ ...part, dueDate: null })),
  lineItems: content.lineItems.map((item) => ({ ...item, imageFileId: null })),
})

/** Total of a draft. Null without lines. */
export const totalOf = (content: OfferDraft): number | null =>
  content.lineItems.length > 0 ? calculateOffer(content).total : null
