import type { Result } from '@fettle/protocol'
import type { ContractStatus } from '@fettle/protocol/contracts'
import type { listMarketplaceContracts } from '@fettle/protocol/marketplace/contracts'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import { empty, sql, type Queryable } from '../../../platform/db/db.ts'

interface MarketplaceContractQuery {
  customerId?: string | undefined
  providerId?: string | undefined
  status?: readonly ContractStatus[] | undefined
  cursor?: string | undefined
  limit: number
}

interface MarketplaceContractRow {
  id: string
  reference: string
  status: ContractStatus
  title: string
  customerId: string
  providerId: string
  total: number
  currency: string
  signBy: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Contracts for the marketplace, newest first. Unsent ones are excluded. */
export async function listForMarketplace(
  db: Queryable,
  { customerId, providerId, status, cursor, limit }: MarketplaceContractQuery,
): Promise<{ contracts: Result<typeof listMarketplaceContracts>; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await db.query<MarketplaceContractRow>(sql`
    select id, reference, status, title, customer_id as "customerId", provider_id as "providerId", total, currency,
      sign_by as "signBy", version, created_at as "createdAt", updated_at as "updatedAt"
    from contracts
    where current_version > 0
      ${customerId ? sql`and customer_id = ${customerId}` : empty}
      ${providerId ? sql`and provider_id = ${providerId}` : empty}
      ${status?.length ? sql`and status = any(${[...status]})` : empty}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : empty}
    order by created_at desc, id desc limit ${limit + 1}`)
  const { page, nextCursor } = pageOf(rows, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return {
    contracts: page.map(({ total, currency, ...row }) => ({
      ...row,
      total: { amount: total, currency },
      signBy: row.signBy?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nextCursor,
  }
}
