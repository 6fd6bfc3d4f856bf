import type { OfferContent, OfferDraft } from '@fettle/protocol/offers/content'
import { canonicalText, diffOffers, type OfferDiff } from '@fettle/protocol/offers/diff'
import { calculateOffer, type OfferTotals } from '@fettle/protocol/offers/totals'
import { createHash } from 'node:crypto'

/** Sent revisions: what the customer read, byte for byte, and what only the provider knows beside it. Pure. */

/** All of a revision that its customer sees: what the hash vouches for. */
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

/** A revision as it is kept. */
export interface Revision {
  number: number
  title: string
  total: number
  /** Canonical JSON of a `Snapshot`. */
  snapshot: string
  contentHash: string
  /** Costs by line, the provider's own. */
  costs: Record<string, number>
  validUntil: Date
  sentAt: Date
  supersededAt: Date | null
}

/** As the customer sees it: without costs. */
export function withoutCosts<C extends OfferDraft>(content: C): C {
  return { ...content, lineItems: content.lineItems.map(({ costPrice: _, ...item }) => item) }
}

export const withoutMargin = (totals: OfferTotals): OfferTotals => ({ ...totals, marginEstimate: null })

const costsOf = ({ lineItems }: OfferDraft): Record<string, number> =>
  Object.fromEntries(
    lineItems.flatMap(({ id, costPrice }) => (costPrice === undefined || costPrice === null ? [] : [[id, costPrice]])),
  )

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Freezes what is sent. */
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
    contentHash: hashOf(snapshot),
    costs: costsOf(content),
    validUntil,
    sentAt,
    supersededAt: null,
  }
}

export const snapshotOf = ({ snapshot }: Pick<Revision, 'snapshot'>): Snapshot => JSON.parse(snapshot) as Snapshot

/** The content as it was sent, with the costs for its provider. */
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

/** Whether the customer would see nothing new. */
export const isSameRevision = (one: OfferDraft, other: OfferDraft): boolean => toComparable(one) === toComparable(other)

export const changesSince = (
  revision: Pick<Revision, 'snapshot'>,
  previous: Pick<Revision, 'snapshot'> | undefined,
): OfferDiff | null => (previous ? diffOffers(snapshotOf(previous).content, snapshotOf(revision).content) : null)
