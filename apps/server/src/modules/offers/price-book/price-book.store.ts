import type { PriceBookItem } from '@fettle/protocol/offers/price-book'
import { sql, type Queryable } from '../../../platform/db/db.ts'

export interface PriceBookItemRow extends Omit<PriceBookItem, 'createdAt' | 'updatedAt'> {
  providerId: string
  createdAt: Date
  updatedAt: Date
}

const columns = sql`id, provider_id as "providerId", kind, name, description, unit, unit_price as "unitPrice",
  cost_price as "costPrice", tax_rate_bps as "taxRateBps", currency, version, created_at as "createdAt",
  updated_at as "updatedAt"`

export const listOf = (db: Queryable, providerId: string) =>
  db.query<PriceBookItemRow>(
    sql`select ${columns} from price_book_items where provider_id = ${providerId} order by lower(name), unit`,
  )

export const lock = (tx: Queryable, id: string) =>
  tx.maybeOne<PriceBookItemRow>(sql`select ${columns} from price_book_items where id = ${id} for update`)

/** Serializes additions, so that the limit counts correctly. */
export async function lockProvider(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`select from accounts where id = ${providerId} for update`)
}

export async function count(tx: Queryable, providerId: string): Promise<number> {
  const { n } = await tx.one<{ n: number }>(
    sql`select count(*) as n from price_book_items where provider_id = ${providerId}`,
  )
  return n
}

/** Another item with the same name and unit. */
export const findDuplicate = (
  tx: Queryable,
  { providerId, name, unit, id }: Pick<PriceBookItemRow, 'providerId' | 'name' | 'unit' | 'id'>,
) =>
  tx.maybeOne<{ id: string }>(sql`
    select id from price_book_items
    where provider_id = ${providerId} and lower(name) = lower(${name}) and unit = ${unit} and id <> ${id}`)

export async function insert(tx: Queryable, item: PriceBookItemRow): Promise<void> {
  await tx.execute(sql`
    insert into price_book_items (id, provider_id, kind, name, description, unit, unit_price, cost_price, tax_rate_bps,
      currency, version, created_at, updated_at)
    values (${item.id}, ${item.providerId}, ${item.kind}, ${item.name}, ${item.description}, ${item.unit},
      ${item.unitPrice}, ${item.costPrice}, ${item.taxRateBps}, ${item.currency}, ${item.version}, ${item.createdAt},
      ${item.updatedAt})`)
}

export async function save(tx: Queryable, item: PriceBookItemRow): Promise<void> {
  await tx.execute(sql`
    update price_book_items set kind = ${item.kind}, name = ${item.name}, description = ${item.description},
      unit = ${item.unit}, unit_price = ${item.unitPrice}, cost_price = ${item.costPrice},
      tax_rate_bps = ${item.taxRateBps}, version = ${item.version}, updated_at = ${item.updatedAt}
    where id = ${item.id}`)
}

/** Deletes all items of a closed account. */
export async function deleteOf(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`delete from price_book_items where provider_id = ${providerId}`)
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`delete from price_book_items where id = ${id}`)
}
