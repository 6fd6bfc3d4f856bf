import type { PayoutFailureCode, PayoutSchedule, PayoutStatus } from '@fettle/protocol/earnings/payouts'
import type * as z from 'zod/mini'
import type { Cursor } from '../../../platform/db/cursor.ts'
import { empty, sql, type Queryable, type Tx } from '../../../platform/db/db.ts'

export interface PayoutRow {
  id: string
  providerId: string
  amount: number
  currency: string
  bankName: string
  accountName: string
  last4: string
  bankCode: string | null
  /** Encrypted account number at the time of the request. */
  accountNumber: Buffer
  schedule: PayoutSchedule
  status: PayoutStatus
  requestedAt: Date
  expectedBy: Date
  paidAt: Date | null
  externalReference: string | null
  failureCode: z.infer<typeof PayoutFailureCode> | null
  failureMessage: string | null
  version: number
}
export type NamedPayout = PayoutRow & { providerName: string }

const select = sql`
  select p.id, p.provider_id as "providerId", p.amount, p.currency, p.bank_name as "bankName",
         p.account_name as "accountName", p.last4, p.bank_code as "bankCode", p.account_number as "accountNumber", p.schedule, p.status, p.requested_at as "requestedAt",
         p.expected_by as "expectedBy", p.paid_at as "paidAt", p.external_reference as "externalReference",
         p.failure_code as "failureCode", p.failure_message as "failureMessage", p.version,
         trim(a.first_name || ' ' || a.last_name) as "providerName"
  from payouts p join accounts a on a.id = p.provider_id`

export const find = (db: Queryable, id: string) => db.maybeOne<NamedPayout>(sql`${select} where p.id = ${id}`)

export async function hasOpen(tx: Queryable, providerId: string): Promise<boolean> {
  const open = await tx.maybeOne(sql`
    select 1 from payouts where provider_id = ${providerId} and status in ('REQUESTED', 'PROCESSING')`)
  return open !== undefined
}

export async function insert(tx: Tx, payout: PayoutRow): Promise<void> {
  await tx.execute(sql`
    insert into payouts (id, provider_id, amount, currency, bank_name, account_name, last4, bank_code,
                         account_number, schedule, status, requested_at, expected_by, version)
    values (${payout.id}, ${payout.providerId}, ${payout.amount}, ${payout.currency}, ${payout.bankName},
            ${payout.accountName}, ${payout.last4}, ${payout.bankCode}, ${payout.accountNumber}, ${payout.schedule},
            ${payout.status}, ${payout.requestedAt}, ${payout.expectedBy}, ${payout.version})`)
}

export async function save(tx: Tx, payout: PayoutRow): Promise<void> {
  await tx.execute(sql`
    update payouts set status = ${payout.status}, paid_at = ${payout.paidAt}, external_reference = ${payout.externalReference},
      failure_code = ${payout.failureCode}, failure_message = ${payout.failureMessage}, version = ${payout.version}
    where id = ${payout.id}`)
}

type Page = { statuses?: readonly PayoutStatus[] | undefined; after?: Cursor | undefined; limit: number }

/** Payouts of one provider, newest first. */
export const listOf = (db: Queryable, providerId: string, { statuses, after, limit }: Page) =>
  db.query<NamedPayout>(sql`
    ${select} where p.provider_id = ${providerId} ${statuses ? sql`and p.status = any(${[...statuses]})` : empty}
    ${after ? sql`and (p.requested_at, p.id) < (${after.at}, ${after.id})` : empty}
    order by p.requested_at desc, p.id desc limit ${limit}`)

/** Payouts of all providers, oldest first. */
export const listByStatus = (db: Queryable, { statuses = [], after, limit }: Page) =>
  db.query<NamedPayout>(sql`
    ${select} where p.status = any(${[...statuses]})
    ${after ? sql`and (p.requested_at, p.id) > (${after.at}, ${after.id})` : empty}
    order by p.requested_at, p.id limit ${limit}`)
