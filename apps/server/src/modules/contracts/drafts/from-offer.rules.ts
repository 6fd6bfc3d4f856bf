import { shortened } from '@fettle/protocol/common/limits'
import type { Location } from '@fettle/protocol/bookings'
import type { ContractDraft, MilestoneDraft } from '@fettle/protocol/contracts/content'
import type { OfferContent } from '@fettle/protocol/offers/content'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'

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
  /** The start date the customer chose. */
  startDate: string | null
}

const labels = {
  ACCEPTANCE: 'On acceptance',
  BEFORE_START: 'Before the start',
  START: 'At the start',
  COMPLETION: 'When the work is done',
  DATE: 'On a day agreed on',
} as const

/** Milestones from the offer's instalments, deposit first. They add up exactly to the total. */
function milestonesOf({ totals }: AcceptedOffer): MilestoneDraft[] {
  return totals.instalments
    .filter(({ amount }) => amount > 0)
    .map(({ label, amount, dueOn, dueDate, isDeposit }) => ({
      title: isDeposit ? 'Deposit' : label || labels[dueOn],
      description: isDeposit ? `${labels[dueOn]}.` : '',
      amount,
      dueDate,
    }))
}

/** `- Tiling × 3 DAY`: every selected line. */
function scopeOf({ description, content, totals }: AcceptedOffer): string {
  const chosen = totals.lines.filter(({ selected }) => selected)
  const lines = chosen.flatMap(({ id, quantity }) => {
    const item = content.lineItems.find((each) => each.id === id)
    if (!item) return []
    const unit = item.unit === 'ITEM' || item.unit === 'LUMP_SUM' ? '' : ` ${item.unit.toLowerCase()}`
    const amount = quantity === '1' && !unit ? '' : ` × ${quantity}${unit}`
    return [`- ${item.name}${amount}${item.description ? `: ${item.description}` : ''}`]
  })
  return shortened([description, content.intro, lines.join('\n')].filter(Boolean).join('\n\n'), 20_000)
}

/** The draft of a contract from an offer. The offer's files are not taken over: a contract names its own. */
export function toContractDraft(offer: AcceptedOffer, blank: ContractDraft): ContractDraft {
  const { content, totals } = offer
  return {
    ...blank,
    title: offer.title,
    scopeOfWork: scopeOf(offer),
    exclusions: content.exclusions,
    siteAddress: offer.location,
    startDate: offer.startDate,
    totalAmount: totals.total,
    milestones: milestonesOf(offer),
    materialsBy: content.materialsBy,
    warranty: { months: content.warrantyMonths, text: '' },
    // A template's text takes precedence over the offer's.
    terms: blank.terms.text ? blank.terms : { ...blank.terms, text: content.terms },
  }
}
