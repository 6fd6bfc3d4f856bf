import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { addEntries, changed, lockLedger } from './ledger.service.ts'
import { entriesForWork, type EarnedWork } from './ledger.rules.ts'
import * as store from './ledger.store.ts'
import type { Ledger, NewEntry } from './ledger.store.ts'
import { entriesForDeposit, entriesForPayment, type EarningTerms, type ReceivedPayment } from './received.rules.ts'

type LedgerDeps = Pick<Deps, 'config' | 'clock' | 'ids' | 'signal' | 'settings'>

/** What of a ledger money and work are written into. Undefined where it is kept in another currency: that is settled outside of it. */
async function ledgerFor(
  tx: Tx,
  deps: LedgerDeps,
  { providerId, currency }: { providerId: string; currency: string },
): Promise<Ledger | undefined> {
  const ledger = await lockLedger(tx, deps, providerId)
  return ledger.currency === currency ? ledger : undefined
}

async function addAll(tx: Tx, deps: LedgerDeps, ledger: Ledger, groups: readonly NewEntry[][]): Promise<void> {
  let current = ledger
  for (const [index, entries] of groups.entries()) {
    // Each group goes on from the total the one before it left.
    if (index > 0) current = await lockLedger(tx, deps, ledger.providerId)
    const isNew = await addEntries(tx, deps, current, entries)
    if (isNew) tx.afterCommit(() => deps.signal(ledger.providerId, changed(ledger.providerId)))
  }
}

/** Work or a milestone was confirmed: what it brings, and what was paid for it in advance. Safe to be told twice. */
export async function earn(tx: Tx, deps: LedgerDeps, work: EarnedWork): Promise<void> {
  const ledger = await ledgerFor(tx, deps, work)
  if (ledger) await addAll(tx, deps, ledger, [entriesForWork(work, deps.settings())])
}

/** Deposits that were paid for work which is earned now become part of it. */
export async function releaseDeposit(
  tx: Tx,
  deps: LedgerDeps,
  {
    deposit,
    work,
  }: {
    deposit: { providerId: string; currency: string; invoiceId: string; label: string; paymentIds: readonly string[] }
    work: store.Source
  },
): Promise<void> {
  const ledger = await ledgerFor(tx, deps, deposit)
  const earned = ledger && (await store.findEarned(tx, [work]))
  if (!ledger || !earned) return
  const held = await store.heldDeposits(tx, deposit.paymentIds)
  await addAll(tx, deps, ledger, [entriesForDeposit(deposit, held, earned, deps.clock.now())])
}

/**
 * A payment was confirmed or given back. `work`: what it was paid for, where that is earned already; for a deposit, what
 * took it off.
 */
export async function receive(
  tx: Tx,
  deps: LedgerDeps,
  {
    payment,
    providerId,
    currency,
    invoiceId,
    work,
  }: {
    payment: ReceivedPayment
    providerId: string
    currency: string
    invoiceId: string
    work: readonly store.Source[]
  },
): Promise<void> {
  const ledger = await ledgerFor(tx, deps, { providerId, currency })
  if (!ledger) return
  const isOfDeposit = payment.kind === 'DEPOSIT'
  const [earned, wasDeposit, isReleased] = await tx.parallel(
    (): Promise<EarningTerms | undefined> => store.findEarned(tx, work),
    async () => isOfDeposit && store.hasEntry(tx, { type: 'payment', id: payment.id, entry: 'DEPOSIT' }),
    () => store.hasEntry(tx, { type: 'invoice', id: invoiceId, entry: 'DEPOSIT' }),
  )
  const isDeposit = isOfDeposit && (wasDeposit ? !isReleased : !earned)
  // What was a deposit until its work was earned is booked over already.
  const groups = entriesForPayment(payment, {
    earned,
    isDeposit,
    settings: deps.settings(),
    now: deps.clock.now(),
  }).filter(([first]) => !(wasDeposit && isReleased && first?.type === 'EARNING' && first.source.type === 'payment'))
  await addAll(tx, deps, ledger, groups)
}
