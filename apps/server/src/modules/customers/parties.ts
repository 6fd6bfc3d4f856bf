import { sql, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * Locks a customer and a provider against deletion until the transaction ends, for creating something between them:
 * `lockCustomerForRemoval` and closing an account wait for it. Throws NOT_FOUND for one who has left already.
 */
export async function lockParties(
  tx: Tx,
  { providerId, customerId }: { providerId: string; customerId: string },
): Promise<void> {
  const found = await tx.maybeOne(sql`
    select from customers c, accounts a
    where c.id = ${customerId} and c.left_at is null and a.id = ${providerId} and a.closing_at is null
    for key share`)
  if (found) return
  const customer = await tx.maybeOne(sql`select from customers where id = ${customerId} and left_at is null`)
  throw new AppError('NOT_FOUND', { thing: customer ? 'provider' : 'customer' })
}

/** Locks a customer against deletion until the transaction ends. Throws NOT_FOUND for one who has left already. */
export async function lockCustomerAgainstRemoval(tx: Tx, customerId: string): Promise<void> {
  const customer = await tx.maybeOne(sql`
    select from customers where id = ${customerId} and left_at is null for key share`)
  if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
}

/**
 * Waits for running creations between a customer and any provider, and blocks new ones until the transaction ends. They
 * may hold the lock of a schedule while they wait, so take none afterwards.
 */
export async function lockCustomerForRemoval(tx: Tx, customerId: string): Promise<boolean> {
  const customer = await tx.maybeOne(sql`
    select from customers where id = ${customerId} and left_at is null for update`)
  return customer !== undefined
}
