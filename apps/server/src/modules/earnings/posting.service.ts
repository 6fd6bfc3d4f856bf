import type { Tx } from '../../platform/db/db.ts'
import { limitHolds } from './holds.service.ts'
import { addEntries, lockLedger, lockLedgerIn, signalLedgerChange, type LedgerDeps } from './ledger.service.ts'
import { entriesForWork, type EarnedWork } from './ledger.rules.ts'
import * as store from './ledger.store.ts'
import type { Ledger, NewEntry } from './ledger.store.ts'
import {
  entriesForDeposit,
  entriesForPayment,
  entriesForReversal,
  type EarningTerms,
  type ReceivedPayment,
} from './posting.rules.ts'

async function addAll(deps: LedgerDeps, tx: Tx, ledger: Ledger, groups: readonly NewEntry[][]): Promise<void> {
  let current = ledger
  for (const [index, entries] of groups.entries()) {
    // Each group continues the running total of the previous one.
    if (index > 0) current = await lockLedger(deps, tx, ledger.providerId)
    const isNew = await addEntries(deps, tx, current, entries)
    if (isNew) signalLedgerChange(deps, tx, ledger.providerId)
  }
}

/** Posts the earnings of confirmed work or a milestone to the ledger, and what was paid for it in advance. Idempotent. */
export async function postEarnings(deps: LedgerDeps, tx: Tx, work: EarnedWork): Promise<void> {
  const ledger = await lockLedgerIn(deps, tx, work)
  if (ledger) await addAll(deps, tx, ledger, [entriesForWork(work, deps.settings())])
}

/** Converts deposits paid for work that is now earned. */
export async function releaseDeposit(
  deps: LedgerDeps,
  tx: Tx,
  {
    deposit,
    work,
  }: {
    deposit: { providerId: string; currency: string; invoiceId: string; label: string; paymentIds: readonly string[] }
    work: store.Source
  },
): Promise<void> {
  const ledger = await lockLedgerIn(deps, tx, deposit)
  const earned = ledger && (await store.findEarned(tx, [work]))
  if (!ledger || !earned) return
  const held = await store.heldDeposits(tx, deposit.paymentIds)
  await addAll(deps, tx, ledger, [entriesForDeposit(deposit, held, earned, deps.clock.now())])
}

/**
 * Posts a confirmed or refunded payment to the ledger. `work`: what it was paid for, if earned; for a deposit, the
 * invoice it was deducted from.
 */
export async function postPayment(
  deps: LedgerDeps,
  tx: Tx,
  {
    payment,
    providerId,
    currency,
    invoiceId,
    refunded,
    work,
  }: {
    payment: Omit<ReceivedPayment, 'reversed'>
    providerId: string
    currency: string
    invoiceId: string
    /** The amount refunds take from the earnings of this invoice. */
    refunded: number
    work: readonly store.Source[]
  },
): Promise<void> {
  const ledger = await lockLedgerIn(deps, tx, { providerId, currency })
  if (!ledger) return
  const isOfDeposit = payment.kind === 'DEPOSIT'
  const [earned, wasDeposit, isReleased] = await tx.parallel(
    (): Promise<EarningTerms | undefined> => store.findEarned(tx, work),
    async () => isOfDeposit && store.hasEntry(tx, { type: 'payment', id: payment.id, entry: 'DEPOSIT' }),
    () => store.hasEntry(tx, { type: 'invoice', id: invoiceId, entry: 'DEPOSIT' }),
  )
  const isDeposit = isOfDeposit && (wasDeposit ? !isReleased : !earned)
  const reversed = payment.isRefunded
    ? Math.min(payment.amount, Math.max(0, refunded - (await store.refundedOf(tx, invoiceId))))
    : 0
  // Deposits converted on earning are already posted.
  const groups = entriesForPayment(
    { ...payment, reversed },
    {
      earned,
      isDeposit,
      settings: deps.settings(),
      now: deps.clock.now(),
    },
  ).filter(([first]) => !(wasDeposit && isReleased && first?.type === 'EARNING' && first.source.type === 'payment'))
  await addAll(deps, tx, ledger, groups)
  if (isOfDeposit || (payment.custody === 'PLATFORM' && reversed === 0)) return
  for (const source of work) {
    if (payment.isOverturned && earned) await reverseFromPlatform(deps, tx, ledger, { payment, earned, source })
    await limitHolds(deps, tx, { providerId, source })
  }
}

/**
 * Takes the part of a direct payment that a dispute reversed from the platform's holdings instead, once it was found
 * that the payment had not been made.
 */
async function reverseFromPlatform(
  deps: LedgerDeps,
  tx: Tx,
  { providerId }: Ledger,
  {
    payment: { id, label, amount },
    earned,
    source,
  }: { payment: Pick<ReceivedPayment, 'id' | 'label' | 'amount'>; earned: EarningTerms; source: store.Source },
): Promise<void> {
  const moved = Math.min(amount, -(await store.heldDirectly(tx, providerId, source)))
  if (moved <= 0) return
  const ledger = await lockLedger(deps, tx, providerId)
  const from = { type: 'dispute-settled', id: `${id}:${source.id}`, label }
  await addAll(deps, tx, ledger, [entriesForReversal(from, moved, earned, deps.clock.now())])
}
