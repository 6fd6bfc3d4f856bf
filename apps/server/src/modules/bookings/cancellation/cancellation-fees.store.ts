import type { Cancellation, Side } from '@fettle/protocol/bookings/cancellations'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import type { Booking } from '../booking.types.ts'

/** Records a fee once, from where invoicing picks it up. Does nothing without a fee. */
export async function insertFee(
  tx: Queryable,
  { id, providerId, customer }: Booking,
  kind: 'CANCELLATION' | 'NO_SHOW',
  { fee, at }: Pick<Cancellation, 'fee' | 'at'>,
): Promise<void> {
  if (!fee.amount || !fee.payer) return
  await tx.execute(sql`
    insert into booking_fees (booking_id, provider_id, customer_id, kind, amount, currency, payer, rule, status, at)
    values (${id}, ${providerId}, ${customer.id}, ${kind}, ${fee.amount.amount}, ${fee.amount.currency}, ${fee.payer},
      ${fee.rule}, 'DUE', ${at})
    on conflict (booking_id) do nothing`)
}

/** Puts a contested fee on hold. */
export async function holdFee(tx: Queryable, bookingId: string): Promise<void> {
  await tx.execute(sql`update booking_fees set status = 'ON_HOLD' where booking_id = ${bookingId} and status = 'DUE'`)
}

/** Sets the fee after a resolution: all of it unless an amount is given, nothing at 0. */
export async function saveFeeAmount(tx: Queryable, bookingId: string, amount: number | undefined): Promise<void> {
  await tx.execute(sql`
    update booking_fees set amount = coalesce(nullif(${amount ?? null}::bigint, 0), amount),
      status = case when ${amount ?? null}::bigint = 0 then 'WAIVED' else 'DUE' end
    where booking_id = ${bookingId} and status = 'ON_HOLD'`)
}

/** The fee for a cancellation or no-show. */
export interface Fee {
  kind: 'CANCELLATION' | 'NO_SHOW'
  amount: number
  currency: string
  payer: Side
  status: 'DUE' | 'ON_HOLD' | 'WAIVED'
}

export const findFee = (db: Queryable, bookingId: string) =>
  db.maybeOne<Fee>(sql`
    select kind, amount, currency, payer, status from booking_fees where booking_id = ${bookingId}`)
