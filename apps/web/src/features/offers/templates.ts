import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferTemplate } from '@fettle/protocol/offers/templates'
import { withoutAmounts } from '@fettle/protocol/offers/without-amounts'

/** Whether a template's amounts are in another currency than an offer's. One that the device kept may lack its currency. */
export const isInOther = ({ currency }: Partial<Pick<OfferTemplate, 'currency'>>, ofOffer: string): boolean =>
  Boolean(currency) && currency !== ofOffer

/** A template's content for an offer in `currency`: without amounts in another one. */
export const contentFor = (template: Pick<OfferTemplate, 'content' | 'currency'>, currency: string): OfferDraft =>
  isInOther(template, currency) ? withoutAmounts(template.content) : template.content
