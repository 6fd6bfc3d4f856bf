import { actionsFrom, unreachableStates } from '@fettle/protocol'
import {
  BookingAction,
  bookingFlow,
  bookingTransitionNames,
  bookingStatuses,
  finalStatuses,
  type BookingTransitionName,
  type BookingStatus,
} from '@fettle/protocol/bookings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  confirmedBooking,
  decisionContext,
  hoursFrom,
  now,
  catchAppError,
  requestedBooking,
} from '../../../testing/fixtures/booking.fixture.ts'
import {
  accept,
  acceptOffer,
  allowedActions,
  assertAllowed,
  decline,
  feeBasisOf,
  isDone,
  transition,
  rescheduleTo,
  withOffer,
} from './booking.rules.ts'
import { timersOf } from './booking.timers.ts'
import type { Booking, BookingRole } from './booking.types.ts'
import { maskPhone } from '../customers/index.ts'
import { toSummary, toView } from './booking.view.ts'

const roles: BookingRole[] = ['PROVIDER', 'CUSTOMER', 'SYSTEM']
const due = new Date('2026-11-24T08:00:00.000Z')

describe('the flow of a booking', () => {
  it('reaches all thirteen states', () => {
    expect(bookingStatuses).toHaveLength(13)
    expect(unreachableStates(bookingFlow)).toEqual([])
  })

  it('leaves every non-final state without an operator', () => {
    for (const status of bookingStatuses.filter((one) => !(finalStatuses as readonly string[]).includes(one))) {
      const ways = roles.flatMap((role) =>
        actionsFrom<BookingStatus, BookingTransitionName, string>(bookingFlow, status, role),
      )
      expect([status, ways.length]).toEqual([status, expect.any(Number)])
      expect([status, ways.length > 0]).toEqual([status, true])
    }
  })

  it('leaves a final state only to a dispute', () => {
    for (const status of finalStatuses) {
      for (const role of roles) {
        const ways = actionsFrom<BookingStatus, BookingTransitionName, string>(bookingFlow, status, role)
        expect(ways.filter((way) => way !== 'dispute')).toEqual([])
      }
    }
  })
})

describe('a request answered with an offer', () => {
  const offered: Booking = withOffer(requestedBooking, { offerId: 'off_1', isOpen: true }, now)
  const long = hoursFrom(due, 24 * 30)
  const roleAt = (role: BookingRole, at = now) => decisionContext({ role, now: at })
  const agreed = {
    offerId: 'off_1',
    title: 'Kitchen tap, new washer',
    description: '- Washer',
    price: { model: 'FIXED' as const, amount: { amount: 2_000_000, currency: 'NGN' } },
    startAt: requestedBooking.startAt,
    endAt: requestedBooking.endAt,
  }

  it('awaits the customer, who answers the offer and not the request', () => {
    expect(offered).toMatchObject({ awaitingParty: 'CUSTOMER', version: 2, links: { offerId: 'off_1' } })
    expect(allowedActions(offered, roleAt('CUSTOMER'))).toEqual(['withdraw', 'reschedule', 'edit-site'])
    expect(allowedActions(offered, roleAt('PROVIDER'))).toEqual(['reschedule'])
    for (const action of ['accept', 'decline'] as const) {
      for (const role of ['PROVIDER', 'CUSTOMER'] as const) {
        expect(catchAppError(() => assertAllowed(offered, action, roleAt(role))).code).toBe('INVALID_TRANSITION')
      }
    }
  })

  it('does not expire', () => {
    expect(timersOf(offered)).toEqual([])
    expect(allowedActions(offered, roleAt('SYSTEM', long))).toEqual(['accept-offer', 'replace-by-contract'])
    expect(toSummary({ ...offered, city: '' }, now).respondBy).toBeNull()
  })

  it('returns to its own deadline when the offer ends', () => {
    const back = withOffer(offered, { offerId: 'off_1', isOpen: false }, now)
    expect(timersOf(back)).toEqual(timersOf(requestedBooking))
    expect(allowedActions(back, roleAt('PROVIDER'))).toEqual(allowedActions(requestedBooking, roleAt('PROVIDER')))
    expect(allowedActions(back, roleAt('SYSTEM', long))).toEqual(['expire'])
    expect(toSummary({ ...back, city: '' }, now).respondBy).toBe(due.toISOString())
  })

  it('is confirmed on the terms of the offer', () => {
    expect(acceptOffer(offered, roleAt('SYSTEM', long), { agreed, startCode: '1234' })).toMatchObject({
      id: requestedBooking.id,
      status: 'CONFIRMED',
      awaitingParty: null,
      title: 'Kitchen tap, new washer',
      description: 'It drips all night.\n\n- Washer',
      price: agreed.price,
      links: { offerId: 'off_1' },
      startAt: requestedBooking.startAt,
      confirmedAt: long,
      startCode: '1234',
      lastAction: 'accept-offer',
      lastActionBy: 'SYSTEM',
    })
  })

  it.each([
    ['at the requested time keeps an open time', 'ANYTIME', 0, 0, 'ANYTIME'],
    ['at another time is fixed', 'ANYTIME', 0, 3, 'FIXED'],
    ['at another time keeps the arrival window', 'WINDOW', 60, 3, 'WINDOW'],
    ['without a time gets one', 'UNSCHEDULED', 0, 3, 'FIXED'],
  ] as const)('and confirmed %s', (_, schedulingMode, arrivalWindowMinutes, hours, mode) => {
    const unscheduled = schedulingMode === 'UNSCHEDULED' && { startAt: null, endAt: null }
    const booking: Booking = { ...offered, schedulingMode, arrivalWindowMinutes, ...unscheduled }
    const slot = { startAt: hoursFrom(agreed.startAt, hours), endAt: hoursFrom(agreed.endAt, hours) }
    const after = acceptOffer(booking, roleAt('SYSTEM'), { agreed: { ...agreed, ...slot }, startCode: '1' })
    expect(after).toMatchObject({ ...slot, schedulingMode: mode, arrivalWindowMinutes })
  })

  it('is the one of a customer for one visit, in time', () => {
    const answers = (booking: Booking, at = now) =>
      allowedActions(booking, roleAt('PROVIDER', at)).includes('send-offer')
    const visit = { ...requestedBooking.links, seriesId: 'ser_1', occurrenceIndex: 0 }
    expect(answers(requestedBooking)).toBe(true)
    expect(answers(requestedBooking, due)).toBe(false)
    expect(answers({ ...requestedBooking, links: visit })).toBe(false)
    expect(answers({ ...requestedBooking, createdBy: 'PROVIDER', awaitingParty: 'CUSTOMER' })).toBe(false)
    expect(answers(offered)).toBe(false)
    expect(answers(confirmedBooking)).toBe(false)
  })

  it('loses the link when it is accepted as it is', () => {
    const back = withOffer(offered, { offerId: 'off_1', isOpen: false }, now)
    expect(accept(back, roleAt('PROVIDER'), { startCode: '1234' }).links.offerId).toBeNull()
  })

  it('cannot be disputed once a contract replaced it', () => {
    const replaced = transition(offered, 'replace-by-contract', roleAt('SYSTEM'))
    expect(allowedActions(replaced, roleAt('PROVIDER'))).toEqual(['rebook'])
    expect(allowedActions(replaced, roleAt('CUSTOMER'))).toEqual([])
  })
})

describe('the transition table', () => {
  const moments = [now, due, hoursFrom(confirmedBooking.startAt, -0.5), hoursFrom(confirmedBooking.startAt, 3)]
  const inState = (status: BookingStatus): Booking => ({
    ...(status === 'REQUESTED' ? requestedBooking : confirmedBooking),
    status,
    completedAt: status === 'AWAITING_CONFIRMATION' ? now : null,
    autoConfirmAt: status === 'AWAITING_CONFIRMATION' ? hoursFrom(now, 72) : null,
  })

  it.each(bookingStatuses.flatMap((status) => roles.map((role) => ({ status, role }))))(
    'lets $role do exactly the offered actions on a $status booking, and lists them in every refusal',
    ({ status, role }) => {
      for (const at of moments) {
        for (const [createdBy, awaitingParty] of [
          ['PROVIDER', 'CUSTOMER'],
          ['CUSTOMER', 'PROVIDER'],
          ['CUSTOMER', 'CUSTOMER'],
        ] as const) {
          const booking: Booking = { ...inState(status), createdBy, ...(status === 'REQUESTED' && { awaitingParty }) }
          const context = decisionContext({ role, now: at })
          const allowed = allowedActions(booking, context)
          for (const action of BookingAction.options) {
            if (allowed.includes(action)) {
              expect(() => assertAllowed(booking, action, context)).not.toThrow()
              if (!(bookingTransitionNames as readonly string[]).includes(action)) continue
              const transitionName = action as BookingTransitionName
              const after = transition(booking, transitionName, context)
              expect(after).toMatchObject({
                status: bookingFlow.transitions[transitionName].to,
                version: 2,
                awaitingParty: null,
                lastAction: transitionName,
                lastActionBy: role,
              })
              expect(isDone(after, transitionName, role)).toBe(true)
              expect(roles.filter((other) => other !== role && isDone(after, transitionName, other))).toEqual([])
              continue
            }
            const error = catchAppError(() => assertAllowed(booking, action, context))
            expect([409, 410]).toContain(error.status)
            if (error.code === 'INVALID_TRANSITION') {
              expect(error.details).toMatchObject({ from: status, action, allowed })
            }
          }
        }
      }
    },
  )

  it('names the illegal action and the allowed ones', () => {
    expect(
      catchAppError(() => transition({ ...requestedBooking, status: 'DECLINED' }, 'accept', decisionContext())),
    ).toMatchObject({
      code: 'INVALID_TRANSITION',
      status: 409,
      message: 'This is not possible while the booking is declined.',
      details: { from: 'DECLINED', action: 'accept', allowed: ['rebook'] },
    })
  })

  it('does not cancel started work', () => {
    for (const role of ['PROVIDER', 'CUSTOMER'] as const) {
      expect(
        catchAppError(() =>
          transition({ ...confirmedBooking, status: 'IN_PROGRESS' }, 'cancel', decisionContext({ role })),
        ),
      ).toMatchObject({
        code: 'INVALID_TRANSITION',
        message:
          "Work has started, so the booking can't be cancelled. Pause the work, or complete it with some work left.",
      })
    }
  })

  it('lets only the awaited side answer, and only the requesting side withdraw', () => {
    const answers = (booking: Booking, role: BookingRole) =>
      allowedActions(booking, decisionContext({ role })).filter((action) =>
        ['accept', 'decline', 'withdraw'].includes(action),
      )
    expect(answers(requestedBooking, 'PROVIDER')).toEqual(['accept', 'decline'])
    expect(answers(requestedBooking, 'CUSTOMER')).toEqual(['withdraw'])
    const proposed: Booking = { ...requestedBooking, awaitingParty: 'CUSTOMER', createdBy: 'PROVIDER' }
    expect(answers(proposed, 'PROVIDER')).toEqual(['withdraw'])
    expect(answers(proposed, 'CUSTOMER')).toEqual(['accept', 'decline'])
  })
})

describe('the times of a job', () => {
  const at = (hours: number) => decisionContext({ now: hoursFrom(confirmedBooking.startAt, hours) })
  const minutes = 1 / 60

  it('allow travelling four hours before the start', () => {
    expect(catchAppError(() => transition(confirmedBooking, 'start-travel', at(-4 - minutes)))).toMatchObject({
      code: 'BOOKING_TOO_EARLY',
      message: 'You can start travelling from Wed 25 Nov, 06:00.',
    })
    expect(transition(confirmedBooking, 'start-travel', at(-4)).status).toBe('EN_ROUTE')
  })

  it('allow arriving an hour before it', () => {
    expect(catchAppError(() => transition(confirmedBooking, 'arrive', at(-1 - minutes))).message).toBe(
      'You can report your arrival from Wed 25 Nov, 09:00.',
    )
    expect(transition(confirmedBooking, 'arrive', at(-1)).status).toBe('ARRIVED')
  })

  it('allow reporting a customer no-show a quarter of an hour after the window', () => {
    const waiting: Booking = { ...confirmedBooking, status: 'ARRIVED', arrivalWindowMinutes: 30 }
    expect(catchAppError(() => transition(waiting, 'report-no-show', at(0.75 - minutes)))).toMatchObject({
      code: 'NO_SHOW_TOO_EARLY',
      message: 'Wait until Wed 25 Nov, 10:45 before reporting a no-show.',
    })
    expect(transition(waiting, 'report-no-show', at(0.75)).status).toBe('NO_SHOW')
  })

  it('allow reporting a provider no-show half an hour after it, or a quarter after the announced delay', () => {
    const customers = (hours: number) => ({ ...at(hours), role: 'CUSTOMER' as const })
    const reportNoShow = (booking: Booking, hours: number) => () =>
      transition(booking, 'report-provider-no-show', customers(hours))
    expect(catchAppError(reportNoShow(confirmedBooking, 0.5 - minutes)).message).toBe(
      'Wait until Wed 25 Nov, 10:30 before reporting a no-show.',
    )
    expect(reportNoShow(confirmedBooking, 0.5)().status).toBe('NO_SHOW')
    const delayed: Booking = { ...confirmedBooking, etaAt: hoursFrom(confirmedBooking.startAt, 1) }
    expect(catchAppError(reportNoShow(delayed, 1.25 - minutes)).code).toBe('NO_SHOW_TOO_EARLY')
    expect(reportNoShow(delayed, 1.25)().status).toBe('NO_SHOW')
  })

  it('allow reopening work for a day', () => {
    const completedBooking: Booking = { ...confirmedBooking, status: 'AWAITING_CONFIRMATION', completedAt: now }
    expect(transition(completedBooking, 'reopen', decisionContext({ now: hoursFrom(now, 24 - minutes) })).status).toBe(
      'IN_PROGRESS',
    )
    expect(
      catchAppError(() => transition(completedBooking, 'reopen', decisionContext({ now: hoursFrom(now, 24) }))).code,
    ).toBe('INVALID_TRANSITION')
  })
})

describe('answering a request', () => {
  it('confirms it from this moment on', () => {
    expect(accept(requestedBooking, decisionContext(), { startCode: '0815' })).toMatchObject({
      status: 'CONFIRMED',
      confirmedAt: now,
      startCode: '0815',
    })
  })

  it('is refused from the deadline on, whether or not the timer has run', () => {
    const late = decisionContext({ now: due })
    expect(catchAppError(() => transition(requestedBooking, 'accept', late))).toMatchObject({
      code: 'REQUEST_EXPIRED',
      status: 410,
      message: 'This request has expired.',
    })
    expect(catchAppError(() => transition({ ...requestedBooking, status: 'EXPIRED' }, 'decline', late)).code).toBe(
      'REQUEST_EXPIRED',
    )
    expect(transition(requestedBooking, 'expire', decisionContext({ now: due, role: 'SYSTEM' })).status).toBe('EXPIRED')
  })

  it('stores the reason, note and other times', () => {
    const slot = { startAt: '2026-11-26T09:00:00.000Z', endAt: '2026-11-26T11:00:00.000Z' }
    expect(
      decline(requestedBooking, { reasonCode: 'OTHER', note: 'On leave', suggestSlots: [slot] }, decisionContext())
        .declined,
    ).toEqual({
      reasonCode: 'OTHER',
      note: 'On leave',
      suggestedSlots: [slot],
    })
    expect(decline(requestedBooking, { reasonCode: 'TOO_FAR', note: '' }, decisionContext()).declined).toMatchObject({
      note: null,
    })
  })

  it('does not offer acceptance of a taken slot', () => {
    expect(allowedActions(requestedBooking, decisionContext({ slotTaken: true }))).toEqual([
      'decline',
      'send-offer',
      'reschedule',
    ])
  })
})

describe('rescheduling a booking', () => {
  const to = { startAt: hoursFrom(confirmedBooking.startAt, 48), endAt: hoursFrom(confirmedBooking.endAt, 48) }

  it('keeps its id, and remembers the previous start for a day', () => {
    const moved = rescheduleTo(confirmedBooking, to, now)
    expect(moved).toMatchObject({ id: confirmedBooking.id, ...to, rescheduleCount: 1, version: 2 })
    expect(feeBasisOf(moved, hoursFrom(now, 23))).toEqual(confirmedBooking.startAt)
    expect(feeBasisOf(moved, hoursFrom(now, 24))).toEqual(to.startAt)
  })

  it('measures notice from the earliest start agreed within a day', () => {
    const hop = fc.record({ after: fc.integer({ min: 0, max: 30 }), by: fc.integer({ min: -10, max: 100 }) })
    fc.assert(
      fc.property(fc.array(hop, { maxLength: 6 }), (hops) => {
        let booking = { ...confirmedBooking, startAt: hoursFrom(now, 500), endAt: hoursFrom(now, 502) }
        let at = now
        const agreed = [{ start: +booking.startAt, until: Infinity }]
        for (const { after, by } of hops) {
          at = hoursFrom(at, after)
          const startAt = hoursFrom(booking.startAt, by)
          const last = agreed.at(-1)
          if (last) last.until = +hoursFrom(at, 24)
          booking = rescheduleTo(booking, { startAt, endAt: hoursFrom(startAt, 2) }, at)
          agreed.push({ start: +startAt, until: Infinity })
        }
        const counting = agreed.filter(({ until }) => until > +at).map(({ start }) => start)
        expect(+feeBasisOf(booking, at)).toBe(Math.min(...counting))
      }),
    )
  })

  it('is possible three times', () => {
    expect(
      catchAppError(() => assertAllowed({ ...confirmedBooking, rescheduleCount: 3 }, 'reschedule', decisionContext())),
    ).toMatchObject({
      code: 'RESCHEDULE_LIMIT',
      message: 'This booking has been moved 3 times. Cancel it, or talk to the customer.',
    })
  })
})

describe("the provider's view", () => {
  const around = { relationship: { since: now, completedWithYou: 3, channelId: null }, attempts: [] }
  const seen = (booking: Booking, change: Parameters<typeof decisionContext>[0] = {}) =>
    toView(
      booking,
      { ...decisionContext(change), verdict: { conflicts: [], warnings: [] }, asksStartCode: false },
      around,
    )

  it('shows a masked phone and the neighbourhood until the booking is confirmed', () => {
    expect(toSummary({ ...requestedBooking, city: 'Lagos' }, now).customer.phone).toBe('+234••••••••67')
    expect(seen(requestedBooking)).toMatchObject({
      customer: { phone: '+234••••••••67', completedWithYou: 3 },
      city: 'Lagos',
      location: { line1: null, postalCode: null, accessNotes: null, city: 'Lagos', lat: 6.5, lng: 3.36 },
    })
  })

  it('shows everything after that', () => {
    expect(seen(confirmedBooking)).toMatchObject({
      customer: { phone: '+2348031234567' },
      location: { line1: '12 Adeniran Ogunsanya Street', lat: 6.49518, accessNotes: 'Blue gate' },
      durationMinutes: 120,
    })
  })

  it('masks both again thirty days after the end', () => {
    const later = new Date('2026-12-25T11:00:00.000Z')
    expect(seen(confirmedBooking, { now: new Date(+later - 1) }).location.line1).not.toBeNull()
    expect(seen(confirmedBooking, { now: later })).toMatchObject({
      location: { line1: null },
      customer: { phone: '+234••••••••67' },
    })
  })

  it('reports that a rival took the slot, and never the start code', () => {
    expect(seen(requestedBooking, { slotTaken: true })).toMatchObject({ slotTaken: true })
    expect(seen(confirmedBooking).startCode).toBeNull()
  })

  it("hides nothing from the booking's customer", () => {
    expect(seen(confirmedBooking, { role: 'CUSTOMER' })).toMatchObject({
      customer: { phone: '+2348031234567' },
      location: { line1: '12 Adeniran Ogunsanya Street' },
      startCode: '4711',
    })
  })

  it('never shows the middle of a phone number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (phone) => {
        const masked = maskPhone(phone)
        expect(masked).toHaveLength(phone.length)
        expect(masked.replaceAll('•', '').length).toBe(6)
      }),
    )
  })
})
