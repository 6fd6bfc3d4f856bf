import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Deps } from '../../platform/deps.ts'
import * as store from './customers.store.ts'

/** `+2348031234567` → `+234••••••••67`: enough to recognise, too little to call. */
export function maskPhone(phone: string): string {
  const characters = Array.from(phone)
  return characters.map((digit, index) => (index < 4 || index >= characters.length - 2 ? digit : '•')).join('')
}

/**
 * The customers a provider has had a booking with. Phone numbers are masked: here they only distinguish equal names.
 */
export async function listCustomers(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  { q, cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ customers: KnownCustomer[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await store.listPage(db, providerId, { text: q, after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ id, lastBookedAt }) => ({ id, at: lastBookedAt }))
  return { customers: page.map(toView), nextCursor }
}

const toView = ({ phone, since, lastBookedAt, ...row }: store.ProviderCustomer): KnownCustomer => ({
  ...row,
  phone: phone && maskPhone(phone),
  since: since.toISOString(),
  lastBookedAt: lastBookedAt.toISOString(),
})
