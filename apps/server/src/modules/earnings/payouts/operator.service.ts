import type { PageMeta, Received } from '@fettle/protocol'
import type { Cell } from '@fettle/protocol/common/csv'
import { BYTE_ORDER_MARK, csvLine } from '@fettle/protocol/common/csv'
import {
  type failPayout,
  type listOperatorPayouts,
  type OperatorPayout,
  type payPayout,
  type PayoutAction,
} from '@fettle/protocol/earnings/payouts'
import { operatorActor } from '../../../platform/acting-party.ts'
import { decodeCursor, pageOf } from '../../../platform/db/cursor.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { notify } from '../../notifications/index.ts'
import { decryptPayeeAccount } from '../../profile/index.ts'
import { lockLedger } from '../ledger.service.ts'
import { recordPayout, commitPayout } from './payouts.service.ts'
import * as rules from './payouts.rules.ts'
import * as store from './payouts.store.ts'
import type { NamedPayout, PayoutRow } from './payouts.store.ts'

/** Payouts as operators handle them: by bank file, then reporting the results. */

const events: Record<Exclude<PayoutAction, 'cancel'>, string> = {
  processing: 'payout.processing',
  paid: 'payout.paid',
  failed: 'payout.failed',
  returned: 'payout.failed',
}

/** Records the result of a payout. Throws NOT_FOUND or INVALID_TRANSITION. */
async function appendPayoutEvent(
  deps: Deps,
  operator: string,
  {
    id,
    action,
    change,
  }: { id: string; action: keyof typeof events; change: (payout: PayoutRow) => Partial<PayoutRow> },
): Promise<OperatorPayout> {
  const known = await store.find(deps.db, id)
  if (!known) throw new AppError('NOT_FOUND', { thing: 'payout' })
  return deps.db.transaction(async (tx) => {
    const ledger = await lockLedger(deps, tx, known.providerId)
    // Read again under the lock.
    const before = (await store.find(tx, id)) ?? known
    const moved = rules.transition(before, action, 'OPERATOR')
    const payout = { ...before, ...moved, ...change(moved) }
    await commitPayout(deps, tx, ledger, payout)
    await recordPayout(deps, tx, payout, events[action], operatorActor(operator))
    await notifyPayout(deps, tx, payout)
    return rules.toOperatorView(payout)
  })
}

/** Notifies the provider of the result, with what to do after a failure. */
async function notifyPayout(deps: Deps, tx: Tx, payout: NamedPayout): Promise<void> {
  const { providerId, failureCode: code } = payout
  const { amount, currency } = payout
  const params = { amount: { amount, currency }, bankName: payout.bankName, lastDigits: payout.last4 }
  const data = { type: 'payout', id: payout.id } as const
  if (payout.status === 'PAID') await notify(deps, tx, { workflow: 'payout-paid', providerId, params, data })
  if (!code || !rules.returnsMoney(payout)) return
  await notify(deps, tx, {
    workflow: 'payout-failed',
    providerId,
    params: { ...params, note: payout.failureMessage ?? '', fix: code },
    data,
  })
}

export const markProcessing = (
  deps: Deps,
  operator: string,
  id: string,
  { externalReference }: Received<typeof payPayout>['body'],
): Promise<OperatorPayout> =>
  appendPayoutEvent(deps, operator, {
    id,
    action: 'processing',
    change: (payout) => ({ externalReference: externalReference ?? payout.externalReference }),
  })

export const markPaid = (
  deps: Deps,
  operator: string,
  id: string,
  { externalReference }: Received<typeof payPayout>['body'],
): Promise<OperatorPayout> =>
  appendPayoutEvent(deps, operator, {
    id,
    action: 'paid',
    change: (payout) => ({
      paidAt: deps.clock.now(),
      externalReference: externalReference ?? payout.externalReference,
    }),
  })

export const markNotArrived = (
  deps: Deps,
  operator: string,
  { id, action }: { id: string; action: 'failed' | 'returned' },
  { code, message }: Received<typeof failPayout>['body'],
): Promise<OperatorPayout> =>
  appendPayoutEvent(deps, operator, { id, action, change: () => ({ failureCode: code, failureMessage: message }) })

export async function listForOperator(
  deps: Deps,
  { limit, cursor, status = ['REQUESTED'] }: Received<typeof listOperatorPayouts>['query'],
): Promise<{ payouts: OperatorPayout[]; meta: Pick<PageMeta, 'nextCursor'> }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await store.listByStatus(deps.db, { statuses: status, after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ id, requestedAt }) => ({ id, at: requestedAt }))
  return { payouts: page.map(rules.toOperatorView), meta: { nextCursor } }
}

const PAGE = 500
const header: Cell[] = [
  'payout',
  'account name',
  'bank',
  'bank code',
  'account number',
  'amount',
  'currency',
  'asked for',
]

/**
 * Streams the bank file. It contains account numbers, so it is never stored. One whose key was lost is empty: that
 * payout has to be marked as failed, so that the provider gives the number again.
 */
export async function* bankFile(deps: Deps): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  for (let after: NamedPayout | undefined; ;) {
    const position = after && { at: after.requestedAt, id: after.id }
    const rows = await store.listByStatus(deps.db, {
      statuses: ['REQUESTED', 'PROCESSING'],
      after: position,
      limit: PAGE,
    })
    for (const row of rows) {
      yield csvLine([
        row.id,
        row.accountName,
        row.bankName,
        row.bankCode ?? '',
        decryptPayeeAccount(deps, row.providerId, row.accountNumber) ?? '',
        rules.decimal(row),
        row.currency,
        row.requestedAt.toISOString(),
      ])
    }
    after = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/** A payout by id, for events. */
export async function showPayout({ db }: Pick<Deps, 'db'>, id: string): Promise<OperatorPayout> {
  const payout = await store.find(db, id)
  if (!payout) throw new AppError('NOT_FOUND', { thing: 'payout' })
  return rules.toOperatorView(payout)
}
