import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import type { SlotConsent } from '@fettle/protocol/availability/availability'
import type { BookingSource, BookingView, SchedulingMode } from '@fettle/protocol/bookings'
import { cancellationPolicies, type CancellationPolicyName, type Side } from '@fettle/protocol/bookings/cancellations'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { nextReference } from '../../../platform/db/references.ts'
import { checkSlot, claimSlot, findSettings, lockSchedule, workingHours } from '../../availability/index.ts'
import { lockParties } from '../../customers/index.ts'
import { bookingWorkflow, type BookingDeps } from '../booking.workflow.ts'
import { getOwnBooking } from '../booking.access.ts'
import { toSlotClaim, loadDecisionContext } from '../lifecycle/decision-context.service.ts'
import { assertAllowed, newBookingDefaults } from '../booking.rules.ts'
import type { Booking, WithTime } from '../booking.types.ts'
import { isScheduled } from '../lifecycle/unscheduled.rules.ts'
import * as store from '../bookings.store.ts'
import { notificationParams, describeBooking, toNotification } from '../booking.effects.ts'
import { toView } from '../booking.view.ts'
import { findCustomer, findBookingRelations, haveSharedBooking } from '../listing/relations.store.ts'
import { LOOK_AHEAD_MS, respondByOf } from './respond-by.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Input of a booking request. */
export interface BookingRequest extends Pick<
  Booking,
  'providerId' | 'customer' | 'title' | 'description' | 'serviceCategory' | 'timeZone' | 'location' | 'price'
> {
  /** Absent for an unscheduled booking. */
  startAt?: Date | undefined
  durationMinutes: number
  arrivalWindowMinutes?: number | undefined
  schedulingMode?: SchedulingMode | undefined
  cancellationPolicy?: CancellationPolicyName | undefined
  /** The series this is the first visit of, its index in it, and the number of visits. Never booked instantly. */
  series?: { id: string; index: number; visits: number } | undefined
}

type Settings = Awaited<ReturnType<typeof findSettings>>['settings']

/**
 * Creates a booking request, or a confirmed booking where the provider allows instant booking and the time is free. The
 * caller has checked that customer and provider exist and may deal with each other.
 */
export const requestBooking = (deps: BookingDeps, request: BookingRequest): Promise<Pick<Booking, 'id'>> =>
  deps.db.transaction((tx) => requestBookingIn(deps, tx, request))

/** Creates a booking request, as `requestBooking`, in the caller's transaction. */
export async function requestBookingIn(
  deps: BookingDeps,
  tx: Tx,
  request: BookingRequest,
): Promise<Pick<Booking, 'id'>> {
  const { customer } = request
  const party: ActingPerson = { role: 'CUSTOMER', id: customer.id, name: customer.name }
  let { settings } = await findSettings(tx, request.providerId)
  const isInstant = canBookInstantly(request, settings)
  if (isInstant) {
    // Serialized, because daily capacity and pauses are checked here.
    await lockSchedule(tx, request.providerId)
    ;({ settings } = await findSettings(tx, request.providerId))
  }
  assertTime(deps, settings, request)
  if (settings.bookingMode === 'OFF' || (settings.pausedUntil && settings.pausedUntil > deps.clock.now())) {
    const message = settings.pauseMessage ?? issueText('BOOKINGS_PAUSED')
    throw fieldError(['providerId'], 'NOT_ALLOWED', message)
  }
  const source = request.series ? 'SERIES' : 'REQUEST'
  const booking = await draft(deps, tx, request, settings, { by: 'CUSTOMER', source })
  const isBooked =
    isInstant && isScheduled(booking) && canBookInstantly(request, settings) && (await hasNoWarnings(deps, tx, booking))
  const newBooking = isBooked ? toInstantBooking(booking, deps) : booking
  if (isBooked) await claimSlot(deps, tx, { ...toSlotClaim(booking), requestsBlock: true }, { role: 'CUSTOMER' })
  return insert(deps, tx, party, newBooking, request.series?.visits)
}

/** Proposes a job to a known customer. */
export function createBooking(
  deps: BookingDeps,
  party: ActingPerson,
  {
    customerId,
    ...input
  }: Omit<BookingRequest, 'customer' | 'providerId' | 'timeZone'> & { customerId: string } & SlotConsent,
  source: BookingSource = 'PROVIDER_CREATED',
): Promise<BookingView> {
  return deps.db.transaction(async (tx) => {
    const found = await findCustomer(tx, customerId)
    if (!found || !(await haveSharedBooking(tx, party.id, customerId))) {
      throw new AppError('NOT_FOUND', { thing: 'customer' })
    }
    const { timeZone, ...customer } = found
    const { allowOverlap, overlapReason, acknowledge, ...rest } = input
    const request = { ...rest, customer, timeZone, providerId: party.id }
    const { settings } = await findSettings(tx, party.id)
    assertTime(deps, settings, request)
    const booking = await draft(deps, tx, request, settings, { by: 'PROVIDER', source })
    const inserted = await insert(deps, tx, party, booking)
    if (isScheduled(booking)) {
      await claimSlot(deps, tx, toSlotClaim(booking), { allowOverlap, overlapReason, acknowledge, role: 'PROVIDER' })
    }
    return viewCreated(deps, tx, inserted, 'PROVIDER')
  })
}

/** Proposes the same job again, for the same customer and location. */
export async function rebookBooking(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { startAt, durationMinutes, ...consent }: { startAt: Date; durationMinutes?: number | undefined } & SlotConsent,
): Promise<BookingView> {
  const booking = await getOwnBooking(deps.db, party, id)
  assertAllowed(booking, 'rebook', await loadDecisionContext(deps, deps.db, booking, party.role))
  const {
    customer,
    title,
    description,
    serviceCategory,
    location,
    arrivalWindowMinutes,
    schedulingMode,
    price,
    policy,
  } = booking
  const request = {
    customerId: customer.id,
    title,
    description,
    serviceCategory,
    location,
    arrivalWindowMinutes,
    schedulingMode: schedulingMode === 'UNSCHEDULED' ? undefined : schedulingMode,
    // The total of last time's hours is not the price of the next job.
    price: price.model === 'HOURLY' ? { ...price, amount: undefined } : price,
    cancellationPolicy: policy.name,
    startAt,
    durationMinutes: durationMinutes ?? booking.durationMinutes,
  }
  return createBooking(deps, party, { ...request, ...consent }, 'REBOOK')
}

function assertTime(
  { clock }: Pick<Deps, 'clock'>,
  settings: Settings,
  { startAt, schedulingMode }: Pick<BookingRequest, 'startAt' | 'schedulingMode'>,
): void {
  const now = clock.now()
  if (schedulingMode === 'UNSCHEDULED') {
    if (startAt) throw fieldError(['startAt'], 'NOT_ALLOWED', issueText('TIME_NOT_EXPECTED'))
    return
  }
  if (!startAt) throw fieldError(['startAt'], 'REQUIRED', issueText('TIME_REQUIRED'))
  if (startAt <= now) throw fieldError(['startAt'], 'TOO_SMALL', issueText('START_IN_PAST'))
  if (+startAt > +now + settings.maxHorizonDays * DAY_MS) {
    throw fieldError(['startAt'], 'TOO_BIG', issueText('START_BEYOND_HORIZON', { max: settings.maxHorizonDays }))
  }
}

async function draft(
  { ids, clock, settings: operators }: Pick<Deps, 'ids' | 'clock' | 'settings'>,
  tx: Tx,
  request: BookingRequest,
  settings: Settings,
  { by, source }: { by: Side; source: BookingSource },
): Promise<Booking> {
  const now = clock.now()
  const {
    durationMinutes,
    arrivalWindowMinutes = 0,
    schedulingMode,
    cancellationPolicy = 'STANDARD',
    series,
    ...rest
  } = request
  const { startAt = null } = request
  const workingTime = settings.isSet ? workingHours(settings, now, new Date(+now + LOOK_AHEAD_MS)) : null
  return {
    ...rest,
    id: ids.next('bkg'),
    reference: await nextReference(tx, 'BK', now),
    startAt,
    endAt: startAt && new Date(+startAt + durationMinutes * 60_000),
    durationMinutes,
    status: 'REQUESTED',
    awaitingParty: by === 'CUSTOMER' ? 'PROVIDER' : 'CUSTOMER',
    createdBy: by,
    source,
    schedulingMode: schedulingMode ?? (arrivalWindowMinutes > 0 ? 'WINDOW' : 'FIXED'),
    arrivalWindowMinutes,
    policy: { ...cancellationPolicies[cancellationPolicy], tiers: [...cancellationPolicies[cancellationPolicy].tiers] },
    // A customer's answer has no working hours to count; a provider's has.
    respondBy: respondByOf(now, startAt, by === 'CUSTOMER' ? workingTime : null, operators().respondHours * HOUR_MS),
    ...newBookingDefaults,
    links: { ...newBookingDefaults.links, ...(series && { seriesId: series.id, occurrenceIndex: series.index }) },
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Whether instant booking applies: the provider allows it, and price and time are given. Everything else becomes a
 * request.
 */
const canBookInstantly = ({ series, price, startAt }: BookingRequest, { bookingMode }: Settings): boolean =>
  !series && bookingMode === 'INSTANT' && price.model !== 'TO_QUOTE' && startAt !== undefined

/** Whether the slot has no warnings for the provider. The schedule is locked, so that stays true. */
async function hasNoWarnings(deps: BookingDeps, tx: Tx, booking: WithTime<Booking>): Promise<boolean> {
  const { warnings } = await checkSlot(deps, tx, toSlotClaim(booking))
  return warnings.length === 0
}

const toInstantBooking = (booking: Booking, { clock, ids }: Pick<Deps, 'clock' | 'ids'>): Booking => ({
  ...booking,
  status: 'CONFIRMED',
  source: 'INSTANT',
  awaitingParty: null,
  respondBy: null,
  confirmedAt: clock.now(),
  startCode: ids.code(4),
})

async function insert(deps: BookingDeps, tx: Tx, party: ActingPerson, booking: Booking, visits = 1): Promise<Booking> {
  await lockParties(tx, { providerId: booking.providerId, customerId: booking.customer.id })
  await store.insert(tx, booking)
  await bookingWorkflow.begin(deps, tx, party, booking, {
    event: booking.status === 'CONFIRMED' ? 'booking.confirmed' : 'booking.requested',
    data: { source: booking.source },
    systemMessage: describeCreation(booking, party, visits),
    ...(party.role === 'CUSTOMER' && { notification: toCreationNotification(booking, visits) }),
  })
  return booking
}

function describeCreation(booking: Booking, { role }: ActingPerson, visits: number): SystemMessageContent {
  const content = describeBooking(booking)
  const event = booking.status === 'CONFIRMED' ? 'booked' : role === 'CUSTOMER' ? 'requested' : 'proposed'
  return visits > 1
    ? { code: `booking-${event}-visits`, params: { visits, booking: content } }
    : { code: `booking-${event}`, params: { booking: content } }
}

const toCreationNotification = (booking: Booking, visits: number) =>
  booking.status === 'CONFIRMED'
    ? toNotification(booking, 'booking-confirmed', notificationParams(booking))
    : toNotification(booking, 'booking-requested', {
        customerName: booking.customer.name,
        title: booking.title,
        city: booking.location.city,
        startAt: notificationParams(booking).startAt,
        timeZone: booking.timeZone,
        respondBy: booking.respondBy?.toISOString() ?? null,
        visits,
      })

const viewCreated = async (deps: BookingDeps, db: Queryable, booking: Booking, role: Side): Promise<BookingView> =>
  toView(booking, await loadDecisionContext(deps, db, booking, role), await findBookingRelations(db, booking))
