import type { Tx } from '../../platform/db/db.ts'
import { limitHolds } from './holds.service.ts'
import { addEntries, lockLedger, lockLedgerIn, signalLedgerChange, type LedgerDeps } from './ledger.service.ts'
import { entriesForWork, type EarnedWork } from './ledger.rules.ts'
import * as store from './ledger.store.ts'
import type { Ledger, NewEntry } from './ledger.store.ts'
import {
  groupForReversal,
  groupForTransfer,
  groupsForPayment,
  type EarningTerms,
  type EntryGroup,
  type ReceivedPayment,
} from './posting.rules.ts'

/** Adds groups one after another. `source`: what they are about, once it is earned. */
export async function addAll(
  deps: LedgerDeps,
  tx: Tx,
  ledger: Ledger,
  { groups, source }: { groups: readonly EntryGroup[]; source: store.Source | undefined },
): Promise<void> {
  let current = ledger
  for (const [index, toEntries] of groups.entries()) {
    // Each group continues the running total of the previous one, and what it left.
    if (index > 0) current = await lockLedger(deps, tx, ledger.providerId)
    const entries = toEntries(source ? await store.holdingsOf(tx, ledger.providerId, source) : store.noHoldings)
    const isNew = await addEntries(deps, tx, current, entries)
    if (isNew) signalLedgerChange(deps, tx, ledger.providerId)
  }
}

/** Posts the earnings of confirmed work or a milestone to the ledger, and what was paid for it in advance. Idempotent. */
export async function postEarnings(deps: LedgerDeps, tx: Tx, work: EarnedWork): Promise<void> {
  const ledger = await lockLedgerIn(deps, tx, work)
  if (!ledger) return
  const isNew = await addEntries(deps, tx, ledger, entriesForWork(work, deps.settings()))
  if (isNew) signalLedgerChange(deps, tx, ledger.providerId)
}

/** Posts a confirmed or refunded payment to the ledger. `work`: what it was paid for, if that has a ledger entry. */
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
  const earned = await store.findEarned(tx, work)
  // Version 0.2 released the whole deposit with an entry of its invoice.
  const isTransferred =
    payment.kind === 'DEPOSIT' && (await store.hasEntry(tx, { type: 'payment', id: payment.id, entry: 'DEPOSIT' }))
  const reversed = payment.isRefunded
    ? Math.min(payment.amount, Math.max(0, refunded - (await store.refundedOf(tx, invoiceId))))
    : 0
  const groups = groupsForPayment(
    { ...payment, reversed },
    {
      earned,
      isTransferred,
      settings: deps.settings(),
      now: deps.clock.now(),
    },
  )
  // A fee is earned and held as it was paid.
  const fee: store.Source | undefined =
    payment.kind === 'CANCELLATION_FEE' ? { type: 'payment', id: payment.id } : undefined
  await addAll(deps, tx, ledger, { groups, source: fee ?? earned?.source })
  if (fee && payment.isRefunded) await returnToOtherPayments(deps, tx, ledger, { payment, invoiceId, source: fee })
  if (fee) await limitHolds(deps, tx, { providerId, source: fee })
  if (payment.custody === 'PLATFORM' && reversed === 0) return
  for (const source of work) {
    if (payment.isOverturned && earned) await reverseFromPlatform(deps, tx, ledger, { payment, earned, source })
    if (payment.isRefunded && earned) await returnToPlatform(deps, tx, ledger, { payment, earned, source })
    await limitHolds(deps, tx, { providerId, source })
  }
}

/**
 * Moves what a refunded payment of a fee still has to the other payments of its invoice, as far as a dispute took it
 * from them instead.
 */
async function returnToOtherPayments(
  deps: LedgerDeps,
  tx: Tx,
  { providerId }: Ledger,
  {
    payment: { id, label, custody },
    invoiceId,
    source,
  }: { payment: Pick<ReceivedPayment, 'id' | 'label' | 'custody'>; invoiceId: string; source: store.Source },
): Promise<void> {
  const { [custody]: own } = await store.holdingsOf(tx, providerId, source)
  let left = own.amount
  const sourceOf = (paymentId: string) => ({ type: 'refund-returned', id: `${id}:${paymentId}`, label })
  const entries: NewEntry[] = []
  for (const other of await store.listTakenByDisputes(tx, invoiceId)) {
    const amount = Math.min(left, other.taken)
    if (other.paymentId === id || amount <= 0) continue
    left -= amount
    entries.push({
      type: 'REFUND',
      amount,
      custody: other.custody,
      availableAt: other.availableAt,
      source: sourceOf(other.paymentId),
    })
  }
  const moved = own.amount - left
  if (moved <= 0) return
  const availableAt = (await store.findEarnedBySource(tx, source))?.availableAt ?? null
  entries.push({ type: 'REFUND', amount: -moved, custody, availableAt, source: sourceOf(id) })
  const ledger = await lockLedger(deps, tx, providerId)
  if (await addEntries(deps, tx, ledger, entries)) signalLedgerChange(deps, tx, providerId)
}

/**
 * Takes the part of a direct payment that a dispute reversed from the platform's holdings instead, once it was found
 * that the payment had not been made.
 */
export async function reverseFromPlatform(
  deps: LedgerDeps,
  tx: Tx,
  { providerId }: Ledger,
  {
    payment: { id, label, amount },
    earned,
    source,
  }: { payment: Pick<ReceivedPayment, 'id' | 'label' | 'amount'>; earned: EarningTerms; source: store.Source },
): Promise<void> {
  const { PROVIDER: direct } = await store.holdingsOf(tx, providerId, source)
  const moved = Math.min(amount, -direct.amount)
  if (moved <= 0) return
  const ledger = await lockLedger(deps, tx, providerId)
  const from = { type: 'dispute-settled', id: `${id}:${source.id}`, label }
  await addAll(deps, tx, ledger, { groups: [groupForReversal(from, moved, earned, deps.clock.now())], source })
}

/**
 * Moves what a dispute or a lower price took from the platform's holdings of a work back to them, once the provider
 * refunded a direct payment instead.
 */
export async function returnToPlatform(
  deps: LedgerDeps,
  tx: Tx,
  { providerId }: Ledger,
  {
    payment: { id, label, custody },
    earned,
    source,
  }: { payment: Pick<ReceivedPayment, 'id' | 'label' | 'custody'>; earned: EarningTerms; source: store.Source },
): Promise<void> {
  const amount = custody === 'PROVIDER' ? await store.refundedDirectly(tx, providerId, source) : 0
  if (amount <= 0) return
  const ledger = await lockLedger(deps, tx, providerId)
  const from = { type: 'refund-returned', id: `${id}:${source.id}`, label }
  await addAll(deps, tx, ledger, { groups: [groupForTransfer(from, -amount, earned, deps.clock.now())], source })
}
