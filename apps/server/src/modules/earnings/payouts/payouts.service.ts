import type { PageMeta, Received } from '@fettle/protocol'
import type {
  listPayouts,
  Payout,
  PayoutSchedule,
  PayoutTerms,
  savePayoutSchedule,
} from '@fettle/protocol/earnings/payouts'
import type { ProviderActor } from '../../../actors.ts'
import { actorOf, asProvider, SYSTEM_ACTOR, type ActorRef } from '../../../platform/acting-party.ts'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import { findMoneyProtection, findSuspension, findTimeZone, protectMoney } from '../../auth/index.ts'
import { findPayee } from '../../profile/index.ts'
import { addEntries, currencyOf, lockLedger, signalLedgerChange } from '../ledger.service.ts'
import * as ledgers from '../ledger.store.ts'
import type { Ledger } from '../ledger.store.ts'
import * as rules from './payouts.rules.ts'
import * as store from './payouts.store.ts'
import type { PayoutRow } from './payouts.store.ts'

/**
 * Requests a payout of all available money or `amount` (minor units). Throws PAYOUT_BANK_REQUIRED,
 * PAYOUT_VERIFICATION_REQUIRED, PAYOUT_NAME_MISMATCH, PAYOUT_COOLDOWN, PAYOUT_OPEN, PAYOUT_TOO_LARGE, PAYOUT_TOO_SMALL, STEP_UP_REQUIRED or
 * SECOND_FACTOR_SETUP_REQUIRED.
 */
export function requestPayout(
  deps: Deps,
  provider: Pick<ProviderActor, 'id' | 'name' | 'sessionId'>,
  amount?: number,
): Promise<Payout> {
  return deps.db.transaction(async (tx) => {
    const ledger = await lockLedger(deps, tx, provider.id)
    const by = actorOf(asProvider(provider))
    const payout = await request(deps, tx, ledger, { by, schedule: 'MANUAL', amount })
    // After all other checks, so that nobody steps up in vain.
    await protectMoney(deps, tx, provider)
    return rules.toView(payout, 'PROVIDER')
  })
}

/** Terms of a payout now, decided by the same rules as a request. */
export async function getTerms(deps: Deps, providerId: string): Promise<PayoutTerms> {
  const [now, settings] = [deps.clock.now(), deps.settings()]
  const [ledger, payee, timeZone, isOpen, sums] = await Promise.all([
    ledgers.find(deps.db, providerId),
    findPayee(deps.db, providerId),
    findTimeZone(deps, deps.db, providerId),
    store.hasOpen(deps.db, providerId),
    ledgers.sumsOf(deps.db, providerId, { now }),
  ])
  const currency = await currencyOf(deps, providerId, ledger)
  const money = (amount: number) => ({ amount, currency })
  const { available } = sums
  const smallest = rules.smallestRequest(sums, currency, settings)
  return {
    available: money(available),
    smallest: money(smallest),
    bank: payee ? { bankName: payee.bankName, accountName: payee.accountName, last4: payee.accountNumberLast4 } : null,
    expectedBy: rules.afterWorkingDays(now, settings.payoutWorkingDays, timeZone).toISOString(),
    workingDays: settings.payoutWorkingDays,
    schedule: ledger?.schedule ?? 'MANUAL',
    nextPayoutAt: ledger?.nextPayoutAt?.toISOString() ?? null,
    platformFeeBps: settings.platformFeeBps,
    clearingDays: settings.clearingDays,
    obstacle: rules.findPayoutObstacle({
      payable: { payee, timeZone },
      isOpen,
      available,
      smallest,
      currency,
      now,
      settings,
    }),
  }
}

/** Creates a payout. The caller holds the ledger lock, so two requests cannot use the same money. */
async function request(
  deps: Deps,
  tx: Tx,
  ledger: Ledger,
  { by, schedule, amount: asked }: { by: ActorRef; schedule: PayoutSchedule; amount?: number | undefined },
): Promise<PayoutRow> {
  const [now, settings] = [deps.clock.now(), deps.settings()]
  const { providerId, currency } = ledger
  const payable = {
    payee: await findPayee(tx, providerId),
    timeZone: await findTimeZone(deps, tx, providerId),
  }
  const payee = rules.assertPayable(payable, now, settings)
  if (await store.hasOpen(tx, providerId)) throw new AppError('PAYOUT_OPEN')
  const sums = await ledgers.sumsOf(tx, providerId, { now })
  // Automatic payouts wait for more, so that none goes out for every small job.
  const smallest =
    schedule === 'MANUAL' ? rules.smallestRequest(sums, currency, settings) : rules.smallestPayout(currency, settings)
  const payout: PayoutRow = {
    id: deps.ids.next('pyo'),
    providerId,
    amount: rules.amountOf(asked, { available: sums.available, smallest, currency }),
    currency,
    bankName: payee.bankName,
    accountName: payee.accountName,
    last4: payee.accountNumberLast4,
    bankCode: payee.bankCode,
    accountNumber: payee.accountNumber,
    schedule,
    status: 'REQUESTED',
    requestedAt: now,
    expectedBy: rules.afterWorkingDays(now, settings.payoutWorkingDays, payable.timeZone),
    paidAt: null,
    externalReference: null,
    failureCode: null,
    failureMessage: null,
    version: 1,
  }
  await store.insert(tx, payout)
  await addEntries(deps, tx, ledger, [transfer(payout, 'PAYOUT', now)])
  await recordPayout(deps, tx, payout, 'payout.requested', by)
  return payout
}

/** The entry that moves money out of the balance or back into it. */
const transfer = ({ id, amount, bankName, last4 }: PayoutRow, type: 'PAYOUT' | 'PAYOUT_REVERSAL', now: Date) => ({
  type,
  amount: type === 'PAYOUT' ? -amount : amount,
  custody: 'PLATFORM' as const,
  availableAt: now,
  source: { type: 'payout', id, label: `${bankName} ···· ${last4}` },
})

export async function recordPayout(
  deps: Deps,
  tx: Tx,
  { id, version, status, providerId, amount, currency }: PayoutRow,
  type: string,
  actor: ActorRef,
): Promise<void> {
  const subject = { type: 'payout', id, version, status }
  await appendEvent(deps, tx, { subject, type, actor, data: { amount, currency }, providerId, visibility: 'PROVIDER' })
  signalLedgerChange(deps, tx, providerId)
}

/** Saves a payout's state and returns its money if it failed. The caller holds the ledger lock. */
export async function commitPayout(deps: Deps, tx: Tx, ledger: Ledger, payout: PayoutRow): Promise<void> {
  await store.save(tx, payout)
  if (rules.returnsMoney(payout))
    await addEntries(deps, tx, ledger, [transfer(payout, 'PAYOUT_REVERSAL', deps.clock.now())])
}

export function cancelPayout(deps: Deps, provider: Pick<ProviderActor, 'id' | 'name'>, id: string): Promise<Payout> {
  return deps.db.transaction(async (tx) => {
    const ledger = await lockLedger(deps, tx, provider.id)
    const payout = rules.transition(await getOwnPayout(tx, provider.id, id), 'cancel', 'PROVIDER')
    await commitPayout(deps, tx, ledger, payout)
    await recordPayout(deps, tx, payout, 'payout.cancelled', actorOf(asProvider(provider)))
    return rules.toView(payout, 'PROVIDER')
  })
}

async function getOwnPayout(db: Queryable, providerId: string, id: string): Promise<PayoutRow> {
  const payout = await store.find(db, id)
  if (payout?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'payout' })
  return payout
}

export const getPayout = async (deps: Deps, providerId: string, id: string): Promise<Payout> =>
  rules.toView(await getOwnPayout(deps.db, providerId, id), 'PROVIDER')

export async function listMine(
  deps: Deps,
  providerId: string,
  { limit, cursor, status }: Received<typeof listPayouts>['query'],
): Promise<{ payouts: Payout[]; meta: Pick<PageMeta, 'nextCursor'> }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await store.listOf(deps.db, providerId, { statuses: status, after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ id, requestedAt }) => ({ id, at: requestedAt }))
  return { payouts: page.map((payout) => rules.toView(payout, 'PROVIDER')), meta: { nextCursor } }
}

/** Saves the schedule. Automatic payouts need the proof of requested ones, once; stopping them needs none. */
export function saveSchedule(
  deps: Deps,
  provider: Pick<ProviderActor, 'id' | 'sessionId'>,
  { schedule }: Received<typeof savePayoutSchedule>['body'],
): Promise<{ schedule: PayoutSchedule; nextPayoutAt: string | null }> {
  return deps.db.transaction(async (tx) => {
    if (schedule !== 'MANUAL') await protectMoney(deps, tx, provider)
    const ledger = await lockLedger(deps, tx, provider.id)
    // Saved again, it keeps a payout that is due.
    const isSame = ledger.schedule === schedule
    const timeZone = await findTimeZone(deps, tx, provider.id)
    const nextPayoutAt = isSame ? ledger.nextPayoutAt : rules.nextPayoutAt(schedule, deps.clock.now(), timeZone)
    await ledgers.saveSchedule(tx, provider.id, { schedule, nextPayoutAt })
    return { schedule, nextPayoutAt: nextPayoutAt?.toISOString() ?? null }
  })
}

const PAY_DUE_INTERVAL_MS = 900_000
const PAY_DUE_JOB = 'payouts.send-scheduled'
const PAY_JOB = 'payouts.send-scheduled-payout'
/**
 * Errors that skip a scheduled payout. The provider sees the reason in the payout terms, except that the last money may be
 * requested by hand below the minimum. The next one is tried again.
 */
const skippingErrors = new Set([
  'PAYOUT_TOO_SMALL',
  'PAYOUT_OPEN',
  'PAYOUT_BANK_REQUIRED',
  'PAYOUT_VERIFICATION_REQUIRED',
  'PAYOUT_COOLDOWN',
  'PAYOUT_NAME_MISMATCH',
])

/** Registers the jobs that request payouts by schedule: one per provider, so that a failing one does not block others. */
export function handleSchedules(deps: Deps): void {
  const { clock, db, jobs } = deps
  jobs.handle<{ providerId: string }>(PAY_JOB, ({ providerId }) => payBySchedule(deps, providerId))
  jobs.repeat(PAY_DUE_JOB, PAY_DUE_INTERVAL_MS, async () => {
    for (const { providerId } of await ledgers.listDue(db, clock.now()))
      await jobs.add(db, PAY_JOB, { providerId }, { key: `${PAY_JOB}:${providerId}` })
  })
}

/** Requests everything available if the schedule is due. Missed days are made up for once. */
async function payBySchedule(deps: Deps, providerId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ledger = await lockLedger(deps, tx, providerId)
    const now = deps.clock.now()
    // Another process was first, or the schedule changed meanwhile.
    if (!ledger.nextPayoutAt || ledger.nextPayoutAt > now) return
    const { schedule } = ledger
    const timeZone = await findTimeZone(deps, tx, providerId)
    await ledgers.saveSchedule(tx, providerId, { schedule, nextPayoutAt: rules.nextPayoutAt(schedule, now, timeZone) })
    // Neither may request one: a suspended provider, or one without a required second factor. The money stays available.
    const suspension = await findSuspension(tx, providerId)
    if (suspension && suspension.until > now) return
    if ((await findMoneyProtection(deps, tx, providerId)) === 'SET_UP') return
    const by = SYSTEM_ACTOR
    await request(deps, tx, ledger, { by, schedule }).catch((error: unknown) => {
      if (!(error instanceof AppError) || !skippingErrors.has(error.code)) throw error
    })
  })
}
