import { decodeCursor, pageOf } from './cursor.ts'
import { empty, raw, sql, type Sql } from './db.ts'

/** Query of a marketplace's list. */
export interface MarketplaceListQuery {
  customerId?: string | undefined
  providerId?: string | undefined
  status?: readonly string[] | undefined
  cursor?: string | undefined
  limit: number
}

/** Fields of every record in a marketplace's list. */
export interface MarketplaceRow<Status extends string> {
  id: string
  reference: string
  status: Status
  title: string
  customerId: string
  providerId: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** One page for the marketplace, newest first: keyset pagination over the index by creation. */
export async function listNewest<Row extends MarketplaceRow<string>>(
  { table, columns, visible }: { table: string; columns: Sql; visible: Sql },
  { customerId, providerId, status, cursor, limit }: MarketplaceListQuery,
  read: (statement: Sql) => Promise<Row[]>,
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const rows = await read(sql`
    select id, reference, status, title, customer_id as "customerId", provider_id as "providerId", version,
      created_at as "createdAt", updated_at as "updatedAt", ${columns}
    from ${raw(table)}
    where ${visible}
      ${customerId ? sql`and customer_id = ${customerId}` : empty}
      ${providerId ? sql`and provider_id = ${providerId}` : empty}
      ${status?.length ? sql`and status = any(${[...status]})` : empty}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : empty}
    order by created_at desc, id desc limit ${limit + 1}`)
  const { page, nextCursor } = pageOf(rows, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return {
    page: page.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nextCursor,
  }
}
