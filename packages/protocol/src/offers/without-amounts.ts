import type { OfferDraft, Share } from './content.ts'

const withoutAmount = <S extends Share>(share: S): S => (share.type === 'FIXED' ? { ...share, value: 0 } : share)

/** The content without its amounts, for an offer in another currency. Shares in percent stay. */
export const withoutAmounts = (content: OfferDraft): OfferDraft => ({
  ...content,
  discount: withoutAmount(content.discount),
  deposit: withoutAmount(content.deposit),
  lineItems: content.lineItems.map((item) => ({ ...item, unitPrice: 0, costPrice: null })),
})
