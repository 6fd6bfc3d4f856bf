import type { Custody, LedgerType } from '@fettle/protocol/earnings'
import type { PayoutSchedule, PayoutStatus } from '@fettle/protocol/payouts'
import type { Place } from '../../platform/cursor.ts'
import { empty, join, sql, type Queryable, type Tx } from '../../platform/db.ts'

export interface NewEntry {
  type: LedgerType
  /** Signed minor units. */
  amount: number
  custody: Custody
  availableAt: Date
  source: { type: string; id: string; label: string }
}

export interface EntryRow {
  id: string
  at: Date
  type: LedgerType
  amount: number
  currency: string
  custody: Custody
  availableAt: Date
  groupId: string
  sourceType: string
  sourceId: string
  sourceLabel: string
  totalAfter: number
  /** Of the payout that an entry of type PAYOUT stands for. */
  payoutStatus: PayoutStatus | null
}

export interface Ledger {
  providerId: string
  currency: string
  total: number
  schedule: PayoutSchedule
  nextPayoutAt: Date | null
}

export interface Sums {
  pending: number
  available: number
  inPayout: number
  paidOut: number
  collectedDirectly: number
  feesOwed: number
}

const ledger = sql`
  select provider_id as "providerId", currency, total, schedule, next_payout_at as "nextPayoutAt" from ledgers`

export const find = (db: Queryable, providerId: string) =>
  db.maybeOne<Ledger>(sql`${ledger} where provider_id = ${providerId}`)

/** The ledger, locked: whoever adds to it or pays from it waits here. It comes into being with its first use. */
export async function lock(tx: Tx, providerId: string, currency: string): Promise<Ledger> {
  await tx.run(sql`
    insert into ledgers (provider_id, currency) values (${providerId}, ${currency}) on conflict (provider_id) do nothing`)
  return tx.one<Ledger>(sql`${ledger} where provider_id = ${providerId} for update`)
}

export async function saveSchedule(
  tx: Tx,
  providerId: string,
  { schedule, nextPayoutAt }: Pick<Ledger, 'schedule' | 'nextPayoutAt'>,
): Promise<void> {
  await tx.run(sql`
    update ledgers set schedule = ${schedule}, next_payout_at = ${nextPayoutAt} where provider_id = ${providerId}`)
}

/** Those whose payout by schedule is due. */
export const listDue = (db: Queryable, now: Date, limit: number) =>
  db.many<Ledger>(sql`${ledger} where next_payout_at <= ${now} order by next_payout_at, provider_id limit ${limit}`)

export async function isWritten(tx: Tx, { source, type, custody }: NewEntry): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from ledger_entries
    where source_type = ${source.type} and source_id = ${source.id} and type = ${type} and custody = ${custody}`)
  return row !== undefined
}

export async function insert(
  tx: Tx,
  { providerId, currency }: Ledger,
  entries: readonly (NewEntry & { id: string })[],
  { at, groupId, totalAfter }: { at: Date; groupId: string; totalAfter: number },
): Promise<void> {
  const rows = entries.map(
    ({ id, type, amount, custody, availableAt, source }) =>
      sql`(${id}, ${providerId}, ${at}::timestamptz, ${type}, ${amount}::bigint, ${currency}, ${custody},
           ${availableAt}::timestamptz, ${groupId}, ${source.type}, ${source.id}, ${source.label}, ${totalAfter}::bigint)`,
  )
  await tx.run(sql`
    insert into ledger_entries (id, provider_id, at, type, amount, currency, custody, available_at, group_id, source_type,
                                source_id, source_label, total_after)
    values ${join(rows)}`)
  await tx.run(sql`update ledgers set total = ${totalAfter} where provider_id = ${providerId}`)
}

/** Every balance of a provider, as sums of what is written. */
export const sumsOf = (db: Queryable, providerId: string, { now, from, to }: { now: Date; from?: Date; to?: Date }) =>
  db.one<Sums>(sql`
    select coalesce(sum(amount) filter (where custody = 'PLATFORM' and available_at > ${now}), 0)::bigint as pending,
           coalesce(sum(amount) filter (where custody = 'PLATFORM' and available_at <= ${now}), 0)::bigint as available,
           coalesce(sum(amount) filter (where custody = 'PROVIDER' and type <> 'PLATFORM_FEE'
             ${from ? sql`and available_at >= ${from}` : empty} ${to ? sql`and available_at < ${to}` : empty}), 0)::bigint
             as "collectedDirectly",
           coalesce(-sum(amount) filter (where custody = 'PROVIDER' and type = 'PLATFORM_FEE'), 0)::bigint as "feesOwed",
           (select coalesce(sum(amount), 0)::bigint from payouts
             where provider_id = ${providerId} and status in ('REQUESTED', 'PROCESSING')) as "inPayout",
           (select coalesce(sum(amount), 0)::bigint from payouts
             where provider_id = ${providerId} and status = 'PAID'
             ${from ? sql`and paid_at >= ${from}` : empty} ${to ? sql`and paid_at < ${to}` : empty}) as "paidOut"
    from ledger_entries where provider_id = ${providerId}`)

const entry = sql`
  select e.id, e.at, e.type, e.amount, e.currency, e.custody, e.available_at as "availableAt", e.group_id as "groupId",
         e.source_type as "sourceType", e.source_id as "sourceId", e.source_label as "sourceLabel",
         e.total_after as "totalAfter", p.status as "payoutStatus"
  from ledger_entries e left join payouts p on e.source_type = 'payout' and p.id = e.source_id`

/** Newest first. */
export const listEntries = (
  db: Queryable,
  providerId: string,
  asked: { type?: LedgerType | undefined; from?: Date; to?: Date; after?: Place | undefined; limit?: number },
) =>
  db.many<EntryRow>(sql`
    ${entry} where e.provider_id = ${providerId}
    ${asked.type ? sql`and e.type = ${asked.type}` : empty}
    ${asked.from ? sql`and e.at >= ${asked.from}` : empty} ${asked.to ? sql`and e.at < ${asked.to}` : empty}
    ${asked.after ? sql`and (e.at, e.id) < (${asked.after.at}, ${asked.after.id})` : empty}
    order by e.at desc, e.id desc ${asked.limit === undefined ? empty : sql`limit ${asked.limit}`}`)

/** What the platform held for a provider at a moment, cleared or not. */
export async function balanceAt(db: Queryable, providerId: string, at: Date): Promise<number> {
  const { balance } = await db.one<{ balance: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as balance from ledger_entries
    where provider_id = ${providerId} and custody = 'PLATFORM' and at < ${at}`)
  return balance
}

/** Everything of a span, oldest first. */
export const listMonth = (db: Queryable, providerId: string, { from, to }: { from: Date; to: Date }) =>
  db.many<EntryRow>(
    sql`${entry} where e.provider_id = ${providerId} and e.at >= ${from} and e.at < ${to} order by e.at, e.id`,
  )
