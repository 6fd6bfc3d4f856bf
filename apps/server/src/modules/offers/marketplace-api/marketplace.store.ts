import type { Result } from '@fettle/protocol'
import type { listMarketplaceOffers } from '@fettle/protocol/marketplace/offers'
import type { OfferStatus } from '@fettle/protocol/offers'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import { empty, sql, type Queryable } from '../../../platform/db/db.ts'

interface MarketplaceOfferQuery {
  customerId?: string | undefined
  providerId?: string | undefined
  status?: readonly OfferStatus[] | undefined
  cursor?: string | undefined
  limit: number
}

interface MarketplaceOfferRow {
  id: string
  reference: string
  status: OfferStatus
  title: string
  customerId: string
  providerId: string
  total: number | null
  currency: string
  liveRevision: number | null
  validUntil: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Offers for the marketplace, newest first. Unsent ones have no price yet. */
export async function listForMarketplace(
  db: Queryable,
  { customerId, providerId, status, cursor, limit }: MarketplaceOfferQuery,
): Promise<{ offers: Result<typeof listMarketplaceOffers>; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await db.query<MarketplaceOfferRow>(sql`
    select id, reference, status, title, customer_id as "customerId", provider_id as "providerId", total, currency,
      live_revision as "liveRevision", valid_until as "validUntil", version, created_at as "createdAt",
      updated_at as "updatedAt"
    from offers
    where (origin = 'CUSTOMER_REQUEST' or live_revision is not null)
      ${customerId ? sql`and customer_id = ${customerId}` : empty}
      ${providerId ? sql`and provider_id = ${providerId}` : empty}
      ${status?.length ? sql`and status = any(${[...status]})` : empty}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : empty}
    order by created_at desc, id desc limit ${limit + 1}`)
  const { page, nextCursor } = pageOf(rows, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return {
    offers: page.map(({ total, currency, liveRevision, ...row }) => ({
      ...row,
      total: total === null || liveRevision === null ? null : { amount: total, currency },
      revisionNumber: liveRevision,
      validUntil: row.validUntil?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nextCursor,
  }
}
