import { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import * as z from 'zod/mini'

export const emptyDraft = (): OfferDraft => z.parse(OfferDraft, {})

/** What holds for a time, a place or one customer only is not taken over into another offer. */
export const reusable = (content: OfferDraft): OfferDraft => ({
  ...content,
  proposedSlots: [],
  validUntil: null,
  photos: [],
  attachments: [],
  messageToCustomer: '',
  lineItems: content.lineItems.map((item) => ({ ...item, imageFileId: null })),
})

/** What a draft comes to, where it has lines. */
export const totalOf = (content: OfferDraft): number | null =>
  content.lineItems.length > 0 ? calculateOffer(content).total : null
