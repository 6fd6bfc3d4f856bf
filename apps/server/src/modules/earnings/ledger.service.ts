import type { PageMeta, Received } from '@fettle/protocol'
import type {
  EarningsMonth,
  EarningsSummary,
  getEarnings,
  LedgerEntry,
  listEarnings,
} from '@fettle/protocol/earnings/earnings'
import { sumOf } from '@fettle/protocol/common/money'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadText } from '../../platform/locale/messages.ts'
import { addDays, addMonths, localDate, toInstant } from '../../platform/locale/zoned-time.ts'
import { signalChange } from '../../platform/signal-change.ts'
import { findTimeZone } from '../auth/index.ts'
import { getCurrency } from '../profile/index.ts'
import * as rules from './ledger.rules.ts'
import * as store from './ledger.store.ts'
import type { LedgerEntryRow, Ledger, NewEntry } from './ledger.store.ts'

export type LedgerDeps = Pick<Deps, 'config' | 'clock' | 'ids' | 'signal' | 'settings'>

/**
 * Locks a provider's ledger until the transaction ends, for adding entries or paying out. Until its first entry it takes
 * the currency of the country the provider is in.
 */
export async function lockLedger(deps: Pick<Deps, 'settings'>, tx: Tx, providerId: string): Promise<Ledger> {
  const existing = await store.lock(tx, providerId)
  if (existing?.isUsed) return existing
  const currency = await getCurrency(deps, tx, providerId)
  if (!existing) return store.open(tx, providerId, currency)
  if (existing.currency !== currency) await store.setCurrency(tx, providerId, currency)
  return { ...existing, currency }
}

type CurrencyDeps = Pick<Deps, 'settings'> & { db: Queryable }

/** The currency of a provider's money: that of the ledger once it is used. */
export const currencyOf = async (deps: CurrencyDeps, providerId: string, ledger: Ledger | undefined): Promise<string> =>
  ledger?.isUsed ? ledger.currency : getCurrency(deps, deps.db, providerId)

/** The currency of a provider's earnings. */
export const getEarningsCurrency = async (deps: CurrencyDeps, providerId: string): Promise<string> =>
  currencyOf(deps, providerId, await store.find(deps.db, providerId))

/** Locks a provider's ledger. Undefined if it is in another currency: such payments and work are settled outside. */
export async function lockLedgerIn(
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  { providerId, currency }: { providerId: string; currency: string },
): Promise<Ledger | undefined> {
  const ledger = await lockLedger(deps, tx, providerId)
  return ledger.currency === currency ? ledger : undefined
}

/** Adds entries that belong together, once per group. Returns whether they were new. */
export async function addEntries(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  ledger: Ledger,
  entries: readonly NewEntry[],
): Promise<boolean> {
  const [first] = entries
  if (!first || (await store.hasSource(tx, first))) return false
  const rows = entries.map((entry) => ({ ...entry, id: ids.next('led') }))
  const totalAfter = sumOf([ledger.total, rules.earnedBy(entries)])
  await store.insert(tx, ledger, rows, { at: clock.now(), groupId: ids.next('grp'), totalAfter })
  return true
}

/** Tells the provider's open screens after commit that their ledger changed. */
export const signalLedgerChange = (deps: Pick<Deps, 'signal'>, tx: Tx, providerId: string): void =>
  signalChange(deps, tx, providerId, { type: 'earnings', id: providerId })

/** The provider's time zone, in which their days and months begin. */
export const timeZoneOf = (deps: CurrencyDeps, providerId: string): Promise<string> =>
  findTimeZone(deps, deps.db, providerId)

/** Days in a time zone, including the whole last day. */
const spanOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, timeZone: string) => ({
  ...(from !== undefined && { from: toInstant(from, '00:00', timeZone) }),
  ...(to !== undefined && { to: toInstant(addDays(to, 1), '00:00', timeZone) }),
})

export async function summarize(
  deps: Deps,
  providerId: string,
  query: Received<typeof getEarnings>['query'],
): Promise<EarningsSummary> {
  const span = spanOf(query, await timeZoneOf(deps, providerId))
  const [ledger, sums] = await Promise.all([
    store.find(deps.db, providerId),
    store.sumsOf(deps.db, providerId, { now: deps.clock.now(), ...span }),
  ])
  const currency = await currencyOf(deps, providerId, ledger)
  return rules.toSummary(sums, currency, ledger?.nextPayoutAt ?? null)
}

export async function listLedger(
  deps: Deps,
  providerId: string,
  { limit, cursor, type, ...days }: Received<typeof listEarnings>['query'],
): Promise<{ entries: LedgerEntry[]; meta: Pick<PageMeta, 'nextCursor'> }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const now = deps.clock.now()
  const span = spanOf(days, await timeZoneOf(deps, providerId))
  const [found, { paidOut }] = await Promise.all([
    store.listEntries(deps.db, providerId, { type, ...span, after, limit: limit + 1 }),
    store.sumsOf(deps.db, providerId, { now }),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, at }) => ({ id, at }))
  return { entries: page.map((row) => toEntry(row, { paidOut, now })), meta: { nextCursor } }
}

/** The last `count` months including this one, oldest first, in the provider's time zone. */
export async function listMonths(deps: Deps, providerId: string, count: number): Promise<EarningsMonth[]> {
  const timeZone = await timeZoneOf(deps, providerId)
  const today = localDate(deps.clock.now(), timeZone)
  const firstOf = (back: number) => addMonths(today, -back, 1)
  const [rows, currency] = await Promise.all([
    store.sumMonths(deps.db, providerId, { from: toInstant(firstOf(count - 1), '00:00', timeZone), timeZone }),
    getEarningsCurrency(deps, providerId),
  ])
  return Array.from({ length: count }, (_, index) => {
    const month = firstOf(count - 1 - index).slice(0, 7)
    const row = rows.find((each) => each.month === month)
    const money = (amount: number) => ({ amount, currency })
    return { month, earned: money(row?.earned ?? 0), paidOut: money(row?.paidOut ?? 0) }
  })
}

/** Whether money is still owed or on its way to a provider. */
export async function hasUnpaidEarnings(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  providerId: string,
): Promise<boolean> {
  const { pending, available, onHold, inPayout } = await store.sumsOf(db, providerId, { now: clock.now() })
  return pending + available + onHold > 0 || inPayout > 0
}

/** The whole ledger, newest first, for the data export. */
export async function listAllEarnings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
): Promise<LedgerEntry[]> {
  const now = clock.now()
  const { paidOut } = await store.sumsOf(db, providerId, { now })
  const rows = await store.listEntries(db, providerId, {})
  return rows.map((row) => toEntry(row, { paidOut, now }))
}

/** Earnings in a period, less reversals, with their status, for a chart. Payouts are excluded. */
export async function listEarned(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  span: { from: Date; to: Date },
): Promise<{ at: Date; amount: number; status: LedgerEntry['status'] }[]> {
  const now = clock.now()
  const [rows, { paidOut }] = await Promise.all([
    store.listMonth(db, providerId, span),
    store.sumsOf(db, providerId, { now }),
  ])
  return (
    rows
      // A refunded deposit was never earned.
      .filter(({ type, sourceType }) => earnedTypes.has(type) && sourceType !== 'deposit')
      .map((row) => ({ at: row.at, amount: row.amount, status: rules.statusOf(row, { paidOut, now }) }))
  )
}
const earnedTypes: ReadonlySet<string> = new Set(['EARNING', 'TIP', 'CANCELLATION_FEE', 'PLATFORM_FEE', 'REFUND'])

/** The label of an entry: what it is for. The product's own words are stored by code. */
export const labelOf = ({ sourceType, sourceLabel }: Pick<LedgerEntryRow, 'sourceType' | 'sourceLabel'>): string =>
  sourceType === 'referral' ? loadText(sourceLabel) : sourceLabel

const toEntry = (row: LedgerEntryRow, facts: { paidOut: number; now: Date }): LedgerEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.type,
  amount: { amount: row.amount, currency: row.currency },
  custody: row.custody,
  status: rules.statusOf(row, facts),
  availableAt: row.custody === 'PLATFORM' && !row.payoutStatus ? (row.availableAt?.toISOString() ?? null) : null,
  source: { type: row.sourceType, id: row.sourceId, label: labelOf(row) },
  groupId: row.groupId,
})
