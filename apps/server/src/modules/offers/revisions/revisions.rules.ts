import type { OfferContent, OfferDraft } from '@fettle/protocol/offers/content'
import { canonicalText, diffOffers, type OfferDiff } from '@fettle/protocol/offers/diff'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { hash } from 'node:crypto'

/** Everything a customer sees of a sent revision: the hashed content. Pure. */
interface Snapshot {
  offerId: string
  reference: string
  number: number
  providerId: string
  customerId: string
  currency: string
  content: OfferContent
  totals: OfferTotals
  validUntil: string
}

/** A revision as stored. */
export interface Revision {
  number: number
  title: string
  total: number
  /** Canonical JSON of a `Snapshot`. */
  snapshot: string
  contentHash: string
  /** The provider's costs by line. */
  costs: Record<string, number>
  validUntil: Date
  sentAt: Date
  supersededAt: Date | null
}

/** The content without costs, as customers see it. */
export function withoutCosts<C extends OfferDraft>(content: C): C {
  return { ...content, lineItems: content.lineItems.map(({ costPrice: _, ...item }) => item) }
}

export const withoutMargin = (totals: OfferTotals): OfferTotals => ({ ...totals, marginEstimate: null })

const costsOf = ({ lineItems }: OfferDraft): Record<string, number> =>
  Object.fromEntries(
    lineItems.flatMap(({ id, costPrice }) => (costPrice === undefined || costPrice === null ? [] : [[id, costPrice]])),
  )

/** Freezes a draft as a revision. */
export function freeze(
  facts: Omit<Snapshot, 'content' | 'totals' | 'validUntil'>,
  content: OfferContent,
  { validUntil, sentAt }: { validUntil: Date; sentAt: Date },
): Revision {
  const seen = withoutCosts(content)
  const totals = withoutMargin(calculateOffer(seen))
  const snapshot = canonicalText({ ...facts, content: seen, totals, validUntil: validUntil.toISOString() })
  return {
    number: facts.number,
    title: content.title,
    total: totals.total,
    snapshot,
    contentHash: hash('sha256', snapshot),
    costs: costsOf(content),
    validUntil,
    sentAt,
    supersededAt: null,
  }
}

export const snapshotOf = ({ snapshot }: Pick<Revision, 'snapshot'>): Snapshot => JSON.parse(snapshot) as Snapshot

/** The content as sent, with the costs for its provider. */
export function contentOf(
  revision: Pick<Revision, 'snapshot' | 'costs'>,
  { withCosts }: { withCosts: boolean },
): OfferContent {
  const { content } = snapshotOf(revision)
  if (!withCosts) return content
  return {
    ...content,
    lineItems: content.lineItems.map((item) => ({ ...item, costPrice: revision.costs[item.id] ?? null })),
  }
}

const toComparable = (content: OfferDraft) => canonicalText({ ...withoutCosts(content), messageToCustomer: '' })

/** Whether the customer would see no difference. */
export const isSameRevision = (one: OfferDraft, other: OfferDraft): boolean => toComparable(one) === toComparable(other)

export const changesSince = (
  revision: Pick<Revision, 'snapshot'>,
  previous: Pick<Revision, 'snapshot'> | undefined,
): OfferDiff | null => (previous ? diffOffers(snapshotOf(previous).content, snapshotOf(revision).content) : null)
