import { sumOf } from '@fettle/protocol/common/money'
import type { Tx } from '../../platform/db/db.ts'
import * as rules from './deposits.rules.ts'
import type { DepositDeduction } from './deposits.rules.ts'
import { limitHolds } from './holds.service.ts'
import { lockLedger, lockLedgerIn, type LedgerDeps } from './ledger.service.ts'
import * as store from './ledger.store.ts'
import type { DepositBalance, Source } from './ledger.store.ts'
import { groupForRefund, groupForTransfer, withFirst, type EntryGroup, type ReceivedPayment } from './posting.rules.ts'
import { addAll, postPayment, returnToPlatform, reverseFromPlatform } from './posting.service.ts'

type Payment = Omit<ReceivedPayment, 'reversed'>

interface PaidDeposit {
  providerId: string
  currency: string
  invoiceId: string
  /** What was refunded of it, without what credits had deducted before. */
  refunded: number
  /** What credits and refunds left of it. */
  worth: number
  /** The payment that was just answered: its refund comes before what others may still have to refund. */
  answeredId?: string | undefined
  /** In the order in which they were made. */
  payments: readonly Payment[]
  /** In the order in which the invoices were issued. */
  deductions: readonly DepositDeduction[]
}

/**
 * Posts the payments of a deposit and moves what the invoices of earned works deduct into their earnings. The rest waits
 * for later works; what was credited leaves. Idempotent.
 */
export async function postDeposit(deps: LedgerDeps, tx: Tx, deposit: PaidDeposit): Promise<void> {
  if (!(await lockLedgerIn(deps, tx, deposit))) return
  const moved = await store.listMovedAsWhole(
    tx,
    deposit.invoiceId,
    deposit.payments.map(({ id }) => id),
  )
  const work = deposit.deductions.filter(({ isLive }) => isLive).map((each) => each.work)
  for (const payment of deposit.payments.filter(({ id }) => !moved.has(id)))
    await post(deps, tx, deposit, rules.groupForPaidDeposit(payment))
  for (const payment of withFirst(deposit.payments, deposit.answeredId)) {
    if (moved.has(payment.id)) await postPayment(deps, tx, { ...deposit, payment, work })
    else if (payment.isRefunded) await refund(deps, tx, deposit, payment)
    else if (payment.isOverturned) await overturn(deps, tx, deposit, payment)
  }
  const payments = deposit.payments.filter(({ id, isOverturned }) => !isOverturned && !moved.has(id))
  await use(deps, tx, { ...deposit, payments })
  await drop(deps, tx, { ...deposit, payments })
  if (moved.size === 0) await takeOwed(deps, tx, { ...deposit, payments })
}

async function post(
  deps: LedgerDeps,
  tx: Tx,
  { providerId }: PaidDeposit,
  group: EntryGroup,
  work?: Source,
): Promise<void> {
  const ledger = await lockLedger(deps, tx, providerId)
  await addAll(deps, tx, ledger, { groups: [group], source: work })
}

/** What refunds of these payments of a deposit took back from works, in minor units by id of the work. */
export async function sumDepositRefunds(
  tx: Tx,
  providerId: string,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>()
  for (const { refunded, owed } of await store.listDepositBalances(tx, providerId, paymentIds)) {
    for (const [workId, amount] of [...Object.entries(refunded), ...Object.entries(owed)])
      sums.set(workId, (sums.get(workId) ?? 0) + amount)
  }
  return sums
}

/**
 * What refunds of a deposit took back from a work, in minor units, with what they will take once it is earned. `worth`:
 * what credits and refunds left of the deposit's invoice.
 */
export async function sumRefundedOfWork(
  tx: Tx,
  work: Source,
  deposit: Pick<PaidDeposit, 'providerId' | 'worth' | 'deductions'> & { paymentIds: readonly string[] },
): Promise<number> {
  const { providerId, worth, deductions, paymentIds } = deposit
  const balances = await store.listDepositBalances(tx, providerId, paymentIds)
  const taken = balances.map(({ refunded, owed }) => (refunded[work.id] ?? 0) + (owed[work.id] ?? 0))
  const owed = rules.partsOwed(worth, { deductions, balances }).filter((part) => part.work.id === work.id)
  return sumOf([...taken, ...owed.map(({ amount }) => amount)])
}

const balancesOf = (tx: Tx, { providerId, payments }: PaidDeposit): Promise<DepositBalance[]> =>
  store.listDepositBalances(
    tx,
    providerId,
    payments.map(({ id }) => id),
  )

/** Takes a refund from what waits of its payment, and from works what exceeds that, once. */
async function refund(deps: LedgerDeps, tx: Tx, deposit: PaidDeposit, payment: Payment): Promise<void> {
  const { providerId, refunded, deductions } = deposit
  const payments = deposit.payments.filter(({ isOverturned }) => !isOverturned)
  const balances = await balancesOf(tx, { ...deposit, payments })
  const own = balances.find(({ paymentId }) => paymentId === payment.id)
  if (!own || rules.sumRefunded([own]) > 0) return
  const open = Math.min(payment.amount, refunded - rules.sumRefunded(balances))
  const returned = Math.min(open, own.waiting)
  await post(deps, tx, deposit, rules.groupForReturnedDeposit(payment, returned))
  const parts = rules.partsToRefund(payment.id, open - returned, { deductions, balances })
  for (const { work } of deductions) {
    const earned = await store.findEarned(tx, [work])
    if (!earned) continue
    const amount = parts.find((part) => part.work.id === work.id)?.amount ?? 0
    const terms = { custody: payment.custody, earned, now: deps.clock.now() }
    const group = groupForRefund(rules.sourceBetween('refund', payment, work), amount, terms)
    if (amount > 0) await post(deps, tx, deposit, group, work)
    const ledger = await lockLedger(deps, tx, providerId)
    await returnToPlatform(deps, tx, ledger, { payment, earned, source: work })
    await limitHolds(deps, tx, { providerId, source: work })
  }
}

/** Undoes a payment that was not made: what waits of it, and what works took. */
async function overturn(deps: LedgerDeps, tx: Tx, deposit: PaidDeposit, payment: Payment): Promise<void> {
  const { providerId, deductions } = deposit
  const [balance] = await balancesOf(tx, { ...deposit, payments: [payment] })
  await post(deps, tx, deposit, rules.groupForReturnedDeposit(payment, balance?.waiting ?? 0))
  for (const { work } of deductions) {
    const amount = balance?.used[work.id] ?? 0
    const earned = amount > 0 ? await store.findEarned(tx, [work]) : undefined
    if (!earned) continue
    const source = rules.sourceBetween('overturned', payment, work)
    await post(deps, tx, deposit, groupForTransfer(source, -amount, earned, deps.clock.now()), work)
    const ledger = await lockLedger(deps, tx, providerId)
    await reverseFromPlatform(deps, tx, ledger, { payment: { ...payment, amount }, earned, source: work })
    await limitHolds(deps, tx, { providerId, source: work })
  }
}

async function listEarned(tx: Tx, { deductions }: PaidDeposit): Promise<DepositDeduction[]> {
  const earned: DepositDeduction[] = []
  for (const deduction of deductions) {
    if (await store.findEarned(tx, [deduction.work])) earned.push(deduction)
  }
  return earned
}

/** Moves what the invoices of earned works deduct into their earnings. */
async function use(deps: LedgerDeps, tx: Tx, deposit: PaidDeposit): Promise<void> {
  const { providerId, payments } = deposit
  const deductions = await listEarned(tx, deposit)
  for (const part of rules.partsToUse({ deductions, balances: await balancesOf(tx, deposit) })) {
    const { work } = part
    const payment = payments.find(({ id }) => id === part.paymentId)
    const earned = await store.findEarned(tx, [work])
    if (!payment || !earned) continue
    await post(deps, tx, deposit, rules.groupForUsedDeposit(payment, part, earned, deps.clock.now()), work)
    if (payment.custody === 'PROVIDER') await limitHolds(deps, tx, { providerId, source: work })
  }
}

/** Takes out what no work can take any more. */
async function drop(deps: LedgerDeps, tx: Tx, deposit: PaidDeposit): Promise<void> {
  const { worth, payments, deductions } = deposit
  const parts = rules.partsToDrop(worth, { deductions, balances: await balancesOf(tx, deposit) })
  for (const { paymentId, amount } of parts) {
    const payment = payments.find(({ id }) => id === paymentId)
    if (payment) await post(deps, tx, deposit, rules.groupForUnusedDeposit(payment, amount, deps.clock.now()))
  }
}

/** Takes what was refunded before works were earned from those whose invoices deduct it. */
async function takeOwed(deps: LedgerDeps, tx: Tx, deposit: PaidDeposit): Promise<void> {
  const { providerId, worth, payments } = deposit
  const deductions = await listEarned(tx, deposit)
  for (const { paymentId, work, amount } of rules.partsOwed(worth, {
    deductions,
    balances: await balancesOf(tx, deposit),
  })) {
    const payment = payments.find(({ id }) => id === paymentId)
    const earned = await store.findEarned(tx, [work])
    if (!payment || !earned) continue
    const terms = { custody: 'PLATFORM' as const, earned, now: deps.clock.now() }
    await post(
      deps,
      tx,
      deposit,
      groupForRefund(rules.sourceBetween('refund-owed', payment, work), amount, terms),
      work,
    )
    await limitHolds(deps, tx, { providerId, source: work })
  }
}
