import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import type { CustomerData, StoredCustomer } from './marketplace.rules.ts'

const customerColumns = sql`
  id, external_id as "externalId", name, email, phone, avatar, locale, time_zone as "timeZone", addresses,
  created_at as "createdAt", updated_at as "updatedAt"`

export async function findCustomer(db: Queryable, id: string): Promise<StoredCustomer | undefined> {
  return db.maybeOne<StoredCustomer>(sql`select ${customerColumns} from customers where id = ${id} and left_at is null`)
}

/** Creates a customer or replaces their data, but never those of a deleted one. Undefined: nothing changed. */
export async function putCustomer(
  tx: Queryable,
  id: string,
  externalId: string,
  { name, email, phone, avatar, locale, timeZone, addresses }: CustomerData,
  now: Date,
): Promise<StoredCustomer | undefined> {
  return tx.maybeOne<StoredCustomer>(sql`
    insert into customers as c (id, external_id, name, email, phone, avatar, locale, time_zone, addresses, created_at,
      updated_at)
    values (${id}, ${externalId}, ${name}, ${email}, ${phone}, ${avatar}, ${locale}, ${timeZone},
      ${JSON.stringify(addresses)}::jsonb, ${now}, ${now})
    on conflict (external_id) do update
      set name = excluded.name, email = excluded.email, phone = excluded.phone, avatar = excluded.avatar,
          locale = excluded.locale, time_zone = excluded.time_zone, addresses = excluded.addresses, updated_at = excluded.updated_at
      where c.left_at is null and (c.name, c.email, c.phone, c.avatar, c.locale, c.time_zone, c.addresses)
        is distinct from (excluded.name, excluded.email, excluded.phone, excluded.avatar, excluded.locale,
          excluded.time_zone, excluded.addresses)
    returning ${customerColumns}`)
}

/** A customer, locked until the transaction ends. Undefined for one who has left. */
export async function lockCustomer(tx: Tx, id: string): Promise<StoredCustomer | undefined> {
  return tx.maybeOne<StoredCustomer>(sql`
    select ${customerColumns} from customers where id = ${id} and left_at is null for no key update`)
}

/** Replaces a customer's data. */
export async function updateCustomer(
  tx: Tx,
  id: string,
  { name, email, phone, avatar, locale, timeZone, addresses }: CustomerData,
  now: Date,
): Promise<StoredCustomer> {
  return tx.one<StoredCustomer>(sql`
    update customers
    set name = ${name}, email = ${email}, phone = ${phone}, avatar = ${avatar}, locale = ${locale},
        time_zone = ${timeZone}, addresses = ${JSON.stringify(addresses)}::jsonb, updated_at = ${now}
    where id = ${id}
    returning ${customerColumns}`)
}

/** Marks a customer as deleted and frees their external id. No external id has a space, so none names them again. */
export async function markRemoved(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.execute(sql`update customers set external_id = 'gone ' || id, left_at = ${now} where id = ${id}`)
}

export async function findCustomerByExternalId(db: Queryable, externalId: string): Promise<StoredCustomer | undefined> {
  return db.maybeOne<StoredCustomer>(sql`
    select ${customerColumns} from customers where external_id = ${externalId} and left_at is null`)
}
