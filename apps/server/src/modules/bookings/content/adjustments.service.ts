import { currencyOf } from '@fettle/protocol/common/currencies'
import type { Received } from '@fettle/protocol'
import type { AdjustmentAction, createPriceAdjustment, PriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import { SYSTEM, type ActingParty, type ActingProvider } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { notify } from '../../notifications/index.ts'
import { findCountry } from '../../profile/index.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { appendBookingEvent, postSystemMessage } from '../booking.effects.ts'
import type { Booking } from '../booking.types.ts'
import { listIds as listPhotoIds } from './photos.store.ts'
import * as rules from './adjustments.rules.ts'
import * as store from './adjustments.store.ts'
import type { AdjustmentRow } from './adjustments.store.ts'

type AdjustmentDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'config' | 'settings'>

const EXPIRE = 'adjustments.expire-adjustment'
const expiryKey = (id: string) => `${EXPIRE}:${id}`

/** Asks the customer to approve extra work. */
export function createAdjustment(
  deps: AdjustmentDeps,
  party: ActingProvider,
  bookingId: string,
  request: Received<typeof createPriceAdjustment>['body'],
): Promise<PriceAdjustment> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    const now = deps.clock.now()
    const row = rules.create({ ...booking, price: rules.ownPrice(booking) }, request, {
      id: deps.ids.next('adj'),
      rows: await store.listOf(tx, bookingId),
      photoIds: await listPhotoIds(tx, bookingId),
      currency: await currencyOfBooking(deps, tx, booking),
      now,
    })
    await store.insert(tx, row)
    await deps.jobs.add(tx, EXPIRE, { bookingId, id: row.id }, { runAt: row.expiresAt, key: expiryKey(row.id) })
    await appendBookingEvent(deps, tx, party, booking, toAdjustmentEvent('booking.adjustment_created', row))
    await postSystemMessageOf(deps, tx, booking, row)
    return rules.toView(row, { booking, role: party.role, now })
  })
}

/** A booking's currency: its price's, otherwise its provider's payout currency. */
async function currencyOfBooking({ settings }: Pick<Deps, 'settings'>, tx: Tx, { price, providerId }: Booking) {
  const amount = price.amount ?? price.hourlyRate
  if (amount) return amount.currency
  return currencyOf((await findCountry(tx, providerId)) ?? settings().defaultCountry)
}

/** Approves, declines, withdraws or expires an adjustment. Expiry ignores adjustments already answered. */
export function transitionAdjustment(
  deps: AdjustmentDeps,
  party: ActingParty,
  { bookingId, id }: { bookingId: string; id: string },
  action: AdjustmentAction,
  note?: string,
): Promise<PriceAdjustment> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    const before = (await store.listOf(tx, bookingId)).find((row) => row.id === id)
    if (!before) throw new AppError('NOT_FOUND', { thing: 'extra-work request' })
    const context = { booking, role: party.role, now: deps.clock.now() }
    if (action === 'expire' && !rules.allowedActions(before, context).includes('expire')) {
      return rules.toView(before, context)
    }
    const after = rules.transition(before, action, context, note || null)
    await commitTransition(deps, tx, party, booking, after)
    return rules.toView(after, context)
  })
}

/** Withdraws pending adjustments when a booking ends, or expires those past their time, in its transaction. */
export async function withdrawOpen(deps: AdjustmentDeps, tx: Tx, booking: Booking, party: ActingParty): Promise<void> {
  const now = deps.clock.now()
  for (const row of await store.listOf(tx, booking.id)) {
    if (row.status !== 'PENDING') continue
    const isLate = now >= row.expiresAt
    const context = { booking, role: isLate ? ('SYSTEM' as const) : ('PROVIDER' as const), now }
    const after = rules.transition(row, isLate ? 'expire' : 'withdraw', context)
    await commitTransition(deps, tx, isLate ? SYSTEM : party, booking, after)
  }
}

async function commitTransition(
  deps: AdjustmentDeps,
  tx: Tx,
  party: ActingParty,
  before: Booking,
  row: AdjustmentRow,
): Promise<void> {
  await store.save(tx, row)
  await deps.jobs.cancel(tx, expiryKey(row.id))
  const isApproved = row.status === 'APPROVED'
  if (isApproved) await store.addToPrice(tx, before.id, row.total, deps.clock.now())
  const booking = isApproved ? { ...before, version: before.version + 1 } : before
  await appendBookingEvent(deps, tx, party, booking, toAdjustmentEvent('booking.adjustment_answered', row))
  await postSystemMessageOf(deps, tx, booking, row)
  if (row.status === 'WITHDRAWN') return
  await notify(deps, tx, {
    workflow: 'adjustment-answered',
    providerId: booking.providerId,
    data: { type: 'booking', id: booking.id },
    params: { customerName: booking.customer.name, title: booking.title, answer: row.status, note: row.answerNote },
  })
}

/** Posts the state of an adjustment as a system message. */
const postSystemMessageOf = (deps: AdjustmentDeps, tx: Tx, booking: Booking, row: AdjustmentRow): Promise<void> =>
  postSystemMessage(deps, tx, booking, `${row.id} ${row.status}`, describe(row, booking.title))

function describe({ status, total, currency }: AdjustmentRow, title: string): SystemMessageContent {
  const amount = { amount: total, currency }
  switch (status) {
    case 'PENDING':
      return { code: 'extra-work-requested', params: { amount, title } }
    case 'APPROVED':
      return { code: 'extra-work-approved', params: { amount, title } }
    case 'DECLINED':
      return { code: 'extra-work-declined', params: { title } }
    case 'WITHDRAWN':
      return { code: 'extra-work-withdrawn', params: { title } }
    default:
      return { code: 'extra-work-expired', params: { title } }
  }
}

const toAdjustmentEvent = (type: string, { id, status, total, currency, reason, answerNote }: AdjustmentRow) => ({
  type,
  data: {
    adjustmentId: id,
    status,
    total: { amount: total, currency },
    reason,
    ...(answerNote && { note: answerNote }),
  },
})

export function handleAdjustmentJobs(deps: AdjustmentDeps): void {
  deps.jobs.handle<{ bookingId: string; id: string }>(EXPIRE, async (ref) => {
    await transitionAdjustment(deps, SYSTEM, ref, 'expire')
  })
}
