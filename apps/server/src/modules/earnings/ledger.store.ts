import { sumOf } from '@fettle/protocol/common/money'
import type { Custody, LedgerType } from '@fettle/protocol/earnings/earnings'
import type { PayoutSchedule, PayoutStatus } from '@fettle/protocol/earnings/payouts'
import type { Cursor } from '../../platform/db/cursor.ts'
import { empty, join, sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'

export interface NewEntry {
  type: LedgerType
  /** Signed minor units. */
  amount: number
  custody: Custody
  /** When it can be paid out. Null while it waits for its work. */
  availableAt: Date | null
  source: { type: string; id: string; label: string }
}

export interface LedgerEntryRow {
  id: string
  at: Date
  type: LedgerType
  amount: number
  currency: string
  custody: Custody
  availableAt: Date | null
  groupId: string
  sourceType: string
  sourceId: string
  sourceLabel: string
  totalAfter: number
  /** Status of the payout, for entries of type PAYOUT. */
  payoutStatus: PayoutStatus | null
  /** The source of the entry is in dispute. */
  isHeld: boolean
  /** A deposit that became part of earned work, or was refunded. */
  isReleased: boolean
}

/** The source of a ledger entry. */
export type Source = { type: string; id: string }

export interface Ledger {
  providerId: string
  currency: string
  total: number
  schedule: PayoutSchedule
  nextPayoutAt: Date | null
  /** It has entries, which keep its currency. */
  isUsed: boolean
}

export interface LedgerSums {
  pending: number
  available: number
  onHold: number
  inPayout: number
  paidOut: number
  collectedDirectly: number
  feesOwed: number
}

const ledger = sql`
  select provider_id as "providerId", currency, total, schedule, next_payout_at as "nextPayoutAt",
         exists (select 1 from ledger_entries e where e.provider_id = ledgers.provider_id) as "isUsed"
  from ledgers`

export const find = (db: Queryable, providerId: string) =>
  db.maybeOne<Ledger>(sql`${ledger} where provider_id = ${providerId}`)

/** Loads the ledger and locks it. Concurrent writers wait. */
export const lock = (tx: Tx, providerId: string) =>
  tx.maybeOne<Ledger>(sql`${ledger} where provider_id = ${providerId} for update`)

/** Loads and locks the ledger, creating it on first use. */
export async function open(tx: Tx, providerId: string, currency: string): Promise<Ledger> {
  await tx.execute(sql`
    insert into ledgers (provider_id, currency) values (${providerId}, ${currency}) on conflict (provider_id) do nothing`)
  return tx.one<Ledger>(sql`${ledger} where provider_id = ${providerId} for update`)
}

export async function setCurrency(tx: Tx, providerId: string, currency: string): Promise<void> {
  await tx.execute(sql`update ledgers set currency = ${currency} where provider_id = ${providerId}`)
}

export async function saveSchedule(
  tx: Tx,
  providerId: string,
  { schedule, nextPayoutAt }: Pick<Ledger, 'schedule' | 'nextPayoutAt'>,
): Promise<void> {
  await tx.execute(sql`
    update ledgers set schedule = ${schedule}, next_payout_at = ${nextPayoutAt} where provider_id = ${providerId}`)
}

/** Providers whose scheduled payout is due. */
export const listDue = (db: Queryable, now: Date) =>
  db.query<{ providerId: string }>(sql`
    select provider_id as "providerId" from ledgers where next_payout_at <= ${now} order by next_payout_at, provider_id`)

export async function hasSource(tx: Tx, { source, type, custody }: NewEntry): Promise<boolean> {
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
  await tx.execute(sql`
    insert into ledger_entries (id, provider_id, at, type, amount, currency, custody, available_at, group_id, source_type,
                                source_id, source_label, total_after)
    values ${join(rows)}`)
  await tx.execute(sql`update ledgers set total = ${totalAfter} where provider_id = ${providerId}`)
}

const heldOf = (providerId: string, which: Sql) => sql`
  (select coalesce(sum(amount), 0)::bigint from ledger_holds
   where provider_id = ${providerId} and released_at is null ${which})`

const isPending = (now: Date) => sql`(available_at is null or available_at > ${now})`
/** When all of several entries are available. Null if that is not known of one of them. */
const latestAvailability = sql`case when bool_and(available_at is not null) then max(available_at) end`

/** All balances of a provider, as sums of entries. */
export const sumsOf = (db: Queryable, providerId: string, { now, from, to }: { now: Date; from?: Date; to?: Date }) =>
  db.one<LedgerSums>(sql`
    select coalesce(sum(amount) filter (where custody = 'PLATFORM' and ${isPending(now)}), 0)::bigint
             - ${heldOf(providerId, sql`and ${isPending(now)}`)} as pending,
           coalesce(sum(amount) filter (where custody = 'PLATFORM' and available_at <= ${now}), 0)::bigint
             - ${heldOf(providerId, sql`and available_at <= ${now}`)} as available,
           ${heldOf(providerId, empty)} as "onHold",
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

/** Entries that take a part out of a payment of a deposit: for work, by a refund, or because no work needs it. */
const isTakenFromDeposit = (row: Sql) => sql`
  (${row}.source_type in ('deposit-used', 'deposit-unused') and ${row}.type = 'DEPOSIT'
    or ${row}.source_type = 'deposit' and ${row}.type = 'REFUND')`

const entry = sql`
  select e.id, e.at, e.type, e.amount, e.currency, e.custody, e.available_at as "availableAt", e.group_id as "groupId",
         e.source_type as "sourceType", e.source_id as "sourceId", e.source_label as "sourceLabel",
         e.total_after as "totalAfter", p.status as "payoutStatus",
         exists (select 1 from ledger_holds h where h.provider_id = e.provider_id and h.released_at is null
                 and h.source_type = e.source_type and h.source_id = e.source_id) as "isHeld",
         e.type = 'DEPOSIT' and (e.amount < 0
           or e.amount + (
             select coalesce(sum(r.amount), 0) from ledger_entries r
             where r.provider_id = e.provider_id and ${isTakenFromDeposit(sql`r`)}
               and split_part(r.source_id, ':', 1) = e.source_id) <= 0
           or exists (
             select 1 from ledger_entries r join payments q on q.invoice_id = r.source_id
             where r.source_type = 'invoice' and r.type = 'DEPOSIT' and r.custody = e.custody and q.id = e.source_id)
         ) as "isReleased"
  from ledger_entries e left join payouts p on e.source_type = 'payout' and p.id = e.source_id`

/** Entries, newest first. */
export const listEntries = (
  db: Queryable,
  providerId: string,
  filter: { type?: LedgerType | undefined; from?: Date; to?: Date; after?: Cursor | undefined; limit?: number },
) =>
  db.query<LedgerEntryRow>(sql`
    ${entry} where e.provider_id = ${providerId}
    ${filter.type ? sql`and e.type = ${filter.type}` : empty}
    ${filter.from ? sql`and e.at >= ${filter.from}` : empty} ${filter.to ? sql`and e.at < ${filter.to}` : empty}
    ${filter.after ? sql`and (e.at, e.id) < (${filter.after.at}, ${filter.after.id})` : empty}
    order by e.at desc, e.id desc ${filter.limit === undefined ? empty : sql`limit ${filter.limit}`}`)

/** Amount the platform held for a provider at a time, cleared or not. */
export async function balanceAt(db: Queryable, providerId: string, at: Date): Promise<number> {
  const { balance } = await db.one<{ balance: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as balance from ledger_entries
    where provider_id = ${providerId} and custody = 'PLATFORM' and at < ${at}`)
  return balance
}

/** Earnings and payouts since then by month in a time zone, for months with entries. */
export const sumMonths = (db: Queryable, providerId: string, { from, timeZone }: { from: Date; timeZone: string }) =>
  db.query<{ month: string; earned: number; paidOut: number }>(sql`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM') as month, coalesce(sum(earned), 0)::bigint as earned,
           coalesce(sum(paid), 0)::bigint as "paidOut"
    from (
      select at, amount as earned, null::bigint as paid from ledger_entries
      where provider_id = ${providerId} and at >= ${from} and source_type <> 'deposit'
        and type not in ('PAYOUT', 'PAYOUT_REVERSAL', 'DEPOSIT')
      union all
      select paid_at, null, amount from payouts
      where provider_id = ${providerId} and status = 'PAID' and paid_at >= ${from}
    ) as each group by month`)

/** All entries of a period, oldest first. */
export const listMonth = (db: Queryable, providerId: string, { from, to }: { from: Date; to: Date }) =>
  db.query<LedgerEntryRow>(
    sql`${entry} where e.provider_id = ${providerId} and e.at >= ${from} and e.at < ${to} order by e.at, e.id`,
  )

/** Earnings of the first of these sources that has any. Undefined before it is earned. */
export async function findEarned(
  tx: Tx,
  sources: readonly Source[],
): Promise<{ amount: number; fee: number; availableAt: Date | null; source: Source } | undefined> {
  for (const source of sources) {
    const { type, id } = source
    const row = await tx.maybeOne<{ amount: number; fee: number; availableAt: Date | null }>(sql`
      select coalesce(sum(amount) filter (where type = 'EARNING'), 0)::bigint as amount,
             coalesce(-sum(amount) filter (where type = 'PLATFORM_FEE'), 0)::bigint as fee,
             ${latestAvailability} as "availableAt"
      from ledger_entries where source_type = ${type} and source_id = ${id} and custody = 'PLATFORM'
      having count(*) > 0`)
    if (row) return { ...row, source }
  }
  return undefined
}

/** Earnings of one source at its price, whoever holds the money, with the platform's share. Undefined: none. */
export const findEarnedBySource = (tx: Tx, { type, id }: Source) =>
  tx.maybeOne<{ amount: number; fee: number; availableAt: Date | null }>(sql`
    select sum(amount) filter (where type <> 'PLATFORM_FEE')::bigint as amount,
           coalesce(-sum(amount) filter (where type = 'PLATFORM_FEE'), 0)::bigint as fee,
           ${latestAvailability} as "availableAt"
    from ledger_entries
    where source_type = ${type} and source_id = ${id} and type in ('EARNING', 'CANCELLATION_FEE', 'PLATFORM_FEE')
    having count(*) > 0`)

/** All entries of one source. */
export const listFrom = async (tx: Tx, providerId: string, { type, id }: Source): Promise<NewEntry[]> => {
  const rows = await tx.query<Omit<NewEntry, 'source'> & { label: string }>(sql`
    select type, amount, custody, available_at as "availableAt", source_label as label from ledger_entries
    where provider_id = ${providerId} and source_type = ${type} and source_id = ${id} order by type`)
  return rows.map(({ label, ...entry }) => ({ ...entry, source: { type, id, label } }))
}

export async function hasEntry(tx: Tx, { type, id, entry }: Source & { entry: LedgerType }): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from ledger_entries where source_type = ${type} and source_id = ${id} and type = ${entry} limit 1`)
  return row !== undefined
}

/** What the ledger has of one payment of a deposit. */
export interface DepositBalance {
  paymentId: string
  /** The part that waits for work. */
  waiting: number
  /** The part that a refund, or finding that it was not made, took from what waited. */
  returned: number
  /** The parts that works took, by id of the work. */
  used: Readonly<Record<string, number>>
  /** The parts that its refund took back from works, by id of the work. */
  refunded: Readonly<Record<string, number>>
  /** The parts of `returned` that works were to take and paid back once they were earned, by id of the work. */
  owed: Readonly<Record<string, number>>
}

/**
 * What the ledger has of each of these payments of a deposit, in the same order: what waits, and what works took or gave
 * back.
 */
export async function listDepositBalances(
  tx: Tx,
  providerId: string,
  paymentIds: readonly string[],
): Promise<DepositBalance[]> {
  const rows = await tx.query<{ paymentId: string; workId: string; sourceType: string; amount: number }>(sql`
    select split_part(e.source_id, ':', 1) as "paymentId", split_part(e.source_id, ':', 2) as "workId",
           e.source_type as "sourceType", sum(e.amount)::bigint as amount
    from ledger_entries e
    where e.provider_id = ${providerId} and split_part(e.source_id, ':', 1) = any(${[...paymentIds]})
      and (e.source_type = 'payment' and e.type = 'DEPOSIT'
        or e.source_type in ('refund', 'refund-owed') and e.type = 'REFUND'
        or ${isTakenFromDeposit(sql`e`)})
    group by 1, 2, 3`)
  return paymentIds.map((paymentId) => {
    const own = rows.filter((row) => row.paymentId === paymentId)
    const byWork = (type: string) =>
      Object.fromEntries(own.filter((row) => row.sourceType === type).map((row) => [row.workId, -row.amount]))
    return {
      paymentId,
      waiting: sumOf(own.filter(({ sourceType }) => !sourceType.startsWith('refund')).map(({ amount }) => amount)),
      returned: byWork('deposit')[''] ?? 0,
      used: byWork('deposit-used'),
      refunded: byWork('refund'),
      owed: byWork('refund-owed'),
    }
  })
}

/**
 * Those of these payments of a deposit whose whole amount version 0.2 moved into the earnings of the first work, whatever
 * its invoice deducted.
 */
export async function listMovedAsWhole(
  tx: Tx,
  invoiceId: string,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    select p.id from payments p
    where p.id = any(${[...paymentIds]}) and exists (
      select 1 from ledger_entries e
      where e.source_type = 'invoice' and e.source_id = ${invoiceId} and e.type = 'DEPOSIT'
        or e.source_type = 'payment' and e.source_id = p.id and e.type = 'EARNING'
        or e.source_type = 'refund' and e.source_id = p.id and e.type = 'REFUND')`)
  return new Set(rows.map(({ id }) => id))
}

/** The amount that refunds took from the earnings of an invoice. */
export async function refundedOf(tx: Tx, invoiceId: string): Promise<number> {
  const { refunded } = await tx.one<{ refunded: number }>(sql`
    select coalesce(-sum(e.amount), 0)::bigint as refunded
    from ledger_entries e join payments p on p.id = e.source_id
    where p.invoice_id = ${invoiceId} and e.source_type in ('refund', 'deposit') and e.type = 'REFUND'`)
  return refunded
}

/** What disputes took from each payment of a fee that still counts, less what refunds of others gave back, largest first. */
export const listTakenByDisputes = (tx: Tx, invoiceId: string) =>
  tx.query<{ paymentId: string; custody: Custody; availableAt: Date | null; taken: number }>(sql`
    select p.id as "paymentId", e.custody, ${latestAvailability} as "availableAt", -sum(e.amount)::bigint as taken
    from payments p join ledger_entries e
      on e.source_type in ('dispute-settled', 'refund-returned') and split_part(e.source_id, ':', 2) = p.id
    where p.invoice_id = ${invoiceId} and p.status = 'CONFIRMED' and e.provider_id = p.provider_id and e.type = 'REFUND'
    group by p.id, e.custody having sum(e.amount) < 0
    order by taken desc, p.id`)

interface LedgerHold {
  id: string
  providerId: string
  heldBy: string
  source: Source
  amount: number
  availableAt: Date | null
  heldAt: Date
}

export const findHold = (tx: Tx, heldBy: string, { type, id }: Source) =>
  tx.maybeOne<{ amount: number }>(sql`
    select amount from ledger_holds
    where held_by = ${heldBy} and source_type = ${type} and source_id = ${id} and released_at is null`)

export async function insertHold(
  tx: Tx,
  { id, providerId, heldBy, source, amount, availableAt, heldAt }: LedgerHold,
): Promise<void> {
  await tx.execute(sql`
    insert into ledger_holds (id, provider_id, held_by, source_type, source_id, amount, available_at, held_at)
    values (${id}, ${providerId}, ${heldBy}, ${source.type}, ${source.id}, ${amount}, ${availableAt}, ${heldAt})`)
}

/** What one side has of a source's price, with the platform's share in it. */
export interface Holding {
  amount: number
  fee: number
}
export type Holdings = Record<Custody, Holding>

export const noHoldings: Holdings = { PLATFORM: { amount: 0, fee: 0 }, PROVIDER: { amount: 0, fee: 0 } }

/**
 * The changes of what each side has of a source's price: by payments of its invoices, deposits they deduct, and disputes.
 * Of a deposit that version 0.2 moved as a whole, the part that the source's invoice deducts counts.
 */
const withChangesOf = (providerId: string, { type, id }: Source) => sql`
  with invoiced as (
    select id, status, deposits from invoices
    where provider_id = ${providerId} and subject_id = ${id} and subject_type in ('BOOKING', 'MILESTONE')),
  deducted as (
    select d ->> 'invoiceId' as id, (d ->> 'amount')::numeric as amount, status
    from invoiced, jsonb_array_elements(deposits) as d),
  moved as (
    select source_id as id, sum(amount) as price from ledger_entries
    where source_type = 'invoice' and type = 'EARNING' and custody = 'PROVIDER'
      and source_id in (select id from deducted)
    group by source_id),
  changes as (
    select custody, type, amount, source_type, split_part(source_id, ':', 1) as cause from ledger_entries
    where provider_id = ${providerId}
      and (source_type in (${type}, 'refund') and source_id = ${id}
        or source_type in ('dispute-settled', 'deposit-used', 'overturned', 'refund', 'refund-owed', 'refund-returned')
          and split_part(source_id, ':', 2) = ${id}
        or source_type in ('payment', 'overturned', 'refund') and source_id in (
          select p.id from payments p
          where p.invoice_id in (select id from invoiced union all select id from deducted)))
    union all
    select e.custody, e.type, round(e.amount * least(d.amount, m.price) / m.price), e.source_type, e.source_id
    from moved m join deducted d on d.id = m.id and d.status <> 'VOID'
      join ledger_entries e on e.source_type = 'invoice' and e.source_id = m.id
    where m.price > 0)`
const isOfPrice = sql`type in ('EARNING', 'CANCELLATION_FEE', 'REFUND', 'PLATFORM_FEE')`

/** What each side has of a source's price, with the platform's share in it. May be negative. */
export async function holdingsOf(tx: Tx, providerId: string, source: Source): Promise<Holdings> {
  const rows = await tx.query<Holding & { custody: Custody }>(sql`
    ${withChangesOf(providerId, source)}
    select custody, coalesce(sum(amount) filter (where type <> 'PLATFORM_FEE'), 0)::bigint as amount,
           coalesce(-sum(amount) filter (where type = 'PLATFORM_FEE'), 0)::bigint as fee
    from changes where ${isOfPrice} group by custody`)
  return { ...noHoldings, ...Object.fromEntries(rows.map(({ custody, ...held }) => [custody, held])) }
}

/**
 * What the provider still has in the ledger of direct payments for a source that were refunded, less what disputes took
 * from direct payments. Above zero, a dispute took from the platform what the provider returned.
 */
export async function refundedDirectly(tx: Tx, providerId: string, source: Source): Promise<number> {
  const { amount } = await tx.one<{ amount: number }>(sql`
    ${withChangesOf(providerId, source)}
    select coalesce(sum(amount), 0)::bigint as amount from changes
    where custody = 'PROVIDER' and ${isOfPrice} and type <> 'PLATFORM_FEE'
      and (source_type = 'dispute-settled' or exists (
        select 1 from payments p where p.id = cause and p.custody = 'PROVIDER' and p.status = 'REFUNDED'))`)
  return amount
}

/** What the platform has of a source, less its own share and amounts on hold, and when it is available. */
export const leftOf = (tx: Tx, providerId: string, source: Source) =>
  tx.one<{ amount: number; availableAt: Date | null }>(sql`
    ${withChangesOf(providerId, source)}
    select coalesce(sum(amount), 0)::bigint
             - ${heldOf(providerId, sql`and source_type = ${source.type} and source_id = ${source.id}`)} as amount,
           (select ${latestAvailability} from ledger_entries
            where provider_id = ${providerId} and source_type = ${source.type} and source_id = ${source.id}
              and custody = 'PLATFORM') as "availableAt"
    from changes where custody = 'PLATFORM' and ${isOfPrice}`)

/** The amount the platform holds for a source, less its own share, payments, deposits and disputes. May be negative. */
export async function heldByPlatform(tx: Tx, providerId: string, source: Source): Promise<number> {
  const { PLATFORM } = await holdingsOf(tx, providerId, source)
  return PLATFORM.amount - PLATFORM.fee
}

/** Open holds of a source, newest first. */
export const listHolds = (tx: Tx, providerId: string, { type, id }: Source) =>
  tx.query<{ id: string; amount: number }>(sql`
    select id, amount from ledger_holds
    where provider_id = ${providerId} and source_type = ${type} and source_id = ${id} and released_at is null
    order by held_at desc, id desc`)

/** Reduces a hold, or releases it if nothing remains. */
export const reduceHold = (tx: Tx, id: string, amount: number, now: Date) =>
  tx.execute(
    amount > 0
      ? sql`update ledger_holds set amount = ${amount} where id = ${id}`
      : sql`update ledger_holds set released_at = ${now} where id = ${id}`,
  )

export async function releaseHolds(tx: Tx, heldBy: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update ledger_holds set released_at = ${now} where held_by = ${heldBy} and released_at is null`)
}
