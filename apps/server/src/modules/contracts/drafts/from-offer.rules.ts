import { shortened } from '@fettle/protocol/common/limits'
import type { Locale } from '@fettle/i18n/locales'
import type { Location } from '@fettle/protocol/bookings'
import type { ContractDraft, MilestoneDraft } from '@fettle/protocol/contracts/content'
import type { OfferContent } from '@fettle/protocol/offers/content'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { createDocumentText, type WriteText } from '../../../platform/pdf/document-text.ts'
import { toUnpricedText } from '../../../platform/pdf/priced-lines.ts'
import { fromOfferMessages } from './from-offer.messages.ts'

const textIn = createDocumentText(fromOfferMessages)

/** An accepted offer: the sent revision with the customer's choices. Pure. */
export interface AcceptedOffer {
  id: string
  reference: string
  revisionNumber: number
  providerId: string
  customer: { id: string; name: string; avatar: string | null; phone: string | null }
  title: string
  currency: string
  timeZone: string
  location: Location | null
  /** The customer's own description. */
  description: string | null
  content: OfferContent
  /** With the customer's choices. */
  totals: OfferTotals
  /** The day the customer chose or, without a choice, asked for. */
  startDate: string | null
}

/** Milestones from the offer's instalments, deposit first. They add up exactly to the total. */
function milestonesOf({ totals }: AcceptedOffer, write: WriteText): MilestoneDraft[] {
  return totals.instalments
    .filter(({ amount }) => amount > 0)
    .map(({ label, amount, dueOn, dueDate, isDeposit }) => {
      const due = write({ code: `contract.milestone.${dueOn}` })
      const title = isDeposit ? write({ code: 'contract.milestone.deposit' }) : label || due
      return { title, description: isDeposit ? `${due}.` : '', amount, dueDate }
    })
}

/** `- Tiling × 3 days`: every selected line. */
function scopeOf({ description, content, totals }: AcceptedOffer, write: WriteText): string {
  const chosen = totals.lines.filter(({ selected }) => selected)
  const lines = chosen.flatMap(({ id, quantity }) => {
    const item = content.lineItems.find((each) => each.id === id)
    if (!item) return []
    const line = write(toUnpricedText({ ...item, quantity }))
    return [`- ${line}${item.description ? `: ${item.description}` : ''}`]
  })
  return shortened([description, content.intro, lines.join('\n')].filter(Boolean).join('\n\n'), 20_000)
}

/**
 * The draft of a contract from an offer, in the language of its provider. The offer's files are not taken over: a
 * contract names its own.
 */
export function toContractDraft(offer: AcceptedOffer, blank: ContractDraft, locale: Locale): ContractDraft {
  const { content, totals } = offer
  const write = textIn(locale)
  return {
    ...blank,
    title: offer.title,
    scopeOfWork: scopeOf(offer, write),
    exclusions: content.exclusions,
    siteAddress: offer.location,
    startDate: offer.startDate,
    totalAmount: totals.total,
    milestones: milestonesOf(offer, write),
    materialsBy: content.materialsBy,
    warranty: { months: content.warrantyMonths, text: '' },
    // A template's text takes precedence over the offer's.
    terms: blank.terms.text ? blank.terms : { ...blank.terms, text: content.terms },
  }
}
