import type { Result } from '@fettle/protocol'
import type { ContractDraft } from '@fettle/protocol/contracts/content'
import type { ContractStatus } from '@fettle/protocol/contracts'
import type { listMarketplaceContracts } from '@fettle/protocol/marketplace/contracts'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import { listNewest, type MarketplaceListQuery, type MarketplaceRow } from '../../../platform/db/marketplace-list.ts'

interface ContractRow extends MarketplaceRow<ContractStatus> {
  total: number
  currency: string
  signBy: Date | null
  /** Title and amount as last sent, until both have signed: the row has those of the provider's later draft. */
  sent: Pick<ContractDraft, 'title' | 'totalAmount'> | null
}

const list = {
  table: 'contracts',
  columns: sql`total, currency, sign_by as "signBy",
    case when activated_at is null then (
      select v.snapshot::jsonb -> 'content' from contract_versions v
      where v.contract_id = contracts.id and v.number = current_version
    ) end as sent`,
  visible: sql`current_version > 0`,
} as const

/** Contracts for the marketplace, newest first. Unsent ones are excluded. */
export async function listForMarketplace(
  db: Queryable,
  query: MarketplaceListQuery,
): Promise<{ contracts: Result<typeof listMarketplaceContracts>; nextCursor: string | null }> {
  const { page, nextCursor } = await listNewest(list, query, (statement) => db.query<ContractRow>(statement))
  return {
    contracts: page.map(({ total, currency, sent, ...row }) => ({
      ...row,
      title: sent?.title ?? row.title,
      total: { amount: sent?.totalAmount ?? total, currency },
      signBy: row.signBy?.toISOString() ?? null,
    })),
    nextCursor,
  }
}
