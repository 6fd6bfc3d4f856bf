import type { Result } from '@fettle/protocol'
import type { listMarketplaceOffers } from '@fettle/protocol/marketplace/offers'
import type { OfferStatus } from '@fettle/protocol/offers'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import { listNewest, type MarketplaceListQuery, type MarketplaceRow } from '../../../platform/db/marketplace-list.ts'

interface OfferRow extends MarketplaceRow<OfferStatus> {
  total: number | null
  currency: string
  liveRevision: number | null
  validUntil: Date | null
}

const list = {
  table: 'offers',
  columns: sql`total, currency, live_revision as "liveRevision", valid_until as "validUntil"`,
  visible: sql`(origin = 'CUSTOMER_REQUEST' or live_revision is not null)`,
} as const

/** Offers for the marketplace, newest first. Unsent ones have no price yet. */
export async function listForMarketplace(
  db: Queryable,
  query: MarketplaceListQuery,
): Promise<{ offers: Result<typeof listMarketplaceOffers>; nextCursor: string | null }> {
  const { page, nextCursor } = await listNewest(list, query, (statement) => db.query<OfferRow>(statement))
  return {
    offers: page.map(({ total, currency, liveRevision, ...row }) => ({
      ...row,
      total: total === null || liveRevision === null ? null : { amount: total, currency },
      revisionNumber: liveRevision,
      validUntil: row.validUntil?.toISOString() ?? null,
    })),
    nextCursor,
  }
}
