import { nextState } from '@fettle/protocol'
import { bookingFlow, bookingStatuses, type BookingAction } from '@fettle/protocol/bookings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import {
  accept,
  allowedActions,
  decline,
  expire,
  overlaps,
  respondByOf,
  withdraw,
  type Booking,
  type Entry,
  type Facts,
  type Role,
} from './bookings.rules.ts'
import { maskPhone, toSummary, toView } from './bookings.view.ts'

const now = new Date('2026-11-23T08:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const request: Booking = {
  id: 'bkg_01JD0000000000000000000001',
  reference: 'BK-2026-000001',
  providerId: 'usr_01JD0000000000000000000001',
  customer: { id: 'cus_01JD0000000000000000000001', name: 'Chidi Okafor', avatar: null, phone: '+2348031234567' },
  status: 'REQUESTED',
  awaitingParty: 'PROVIDER',
  title: 'Leaking kitchen tap',
  description: 'It drips all night.',
  serviceCategory: 'PLUMBING',
  startAt: new Date('2026-11-25T09:00:00.000Z'),
  endAt: new Date('2026-11-25T11:00:00.000Z'),
  timeZone: 'Africa/Lagos',
  location: {
    line1: '12 Adeniran Ogunsanya Street',
    city: 'Lagos',
    state: 'Lagos',
    country: 'NG',
    lat: 6.49518,
    lng: 3.35672,
    accessNotes: 'Blue gate',
  },
  price: { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } },
  respondBy: new Date('2026-11-24T08:00:00.000Z'),
  confirmedAt: null,
  declined: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
}

const other: Entry = {
  id: 'bkg_01JD0000000000000000000002',
  reference: 'BK-2026-000123',
  title: 'Blocked drain',
  timeZone: 'Africa/Lagos',
  startAt: new Date('2026-11-25T10:00:00.000Z'),
  endAt: new Date('2026-11-25T12:00:00.000Z'),
}

const facts = (change: Partial<Facts> = {}): Facts => ({ role: 'PROVIDER', now, conflicts: [], ...change })

function refusal(act: () => unknown): AppError {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It was not refused')
}

describe('the time to answer', () => {
  it('is a day when the job is far off', () => {
    expect(respondByOf(now, at(10 * 24 * 60))).toEqual(at(24 * 60))
  })

  it('ends an hour before a job that starts sooner', () => {
    expect(respondByOf(now, at(5 * 60))).toEqual(at(4 * 60))
  })

  it('leaves at least half an hour on the same day', () => {
    expect(respondByOf(now, at(80))).toEqual(at(30))
  })

  it('never outlasts the start', () => {
    expect(respondByOf(now, at(20))).toEqual(at(20))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (minutes) => {
        const respondBy = respondByOf(now, at(minutes))
        expect(respondBy > now).toBe(true)
        expect(respondBy <= at(minutes)).toBe(true)
        expect(respondBy <= at(24 * 60)).toBe(true)
      }),
    )
  })
})

describe('the table of moves', () => {
  const roles: Role[] = ['PROVIDER', 'CUSTOMER', 'SYSTEM']
  const actions: BookingAction[] = ['accept', 'decline', 'expire', 'withdraw']
  const perform = (booking: Booking, action: BookingAction, given: Facts) =>
    action === 'accept'
      ? accept(booking, given)
      : action === 'decline'
        ? decline(booking, { reasonCode: 'TOO_FAR' }, given)
        : action === 'withdraw'
          ? withdraw(booking, given)
          : expire(booking, given.now)

  const circumstances = roles.flatMap((role) =>
    (['PROVIDER', 'CUSTOMER'] as const).flatMap((awaitingParty) =>
      [false, true].flatMap((late) => [false, true].map((taken) => ({ role, awaitingParty, late, taken }))),
    ),
  )

  it.each(bookingStatuses.flatMap((status) => actions.map((action) => ({ status, action }))))(
    'lets $action a $status booking happen exactly when it is offered',
    ({ status, action }) => {
      for (const { role, awaitingParty, late, taken } of circumstances) {
        // Timers act for the SYSTEM alone.
        if (action === 'expire' && role !== 'SYSTEM') continue
        const booking: Booking = { ...request, status, awaitingParty: status === 'REQUESTED' ? awaitingParty : null }
        const given = facts({
          role,
          now: late ? new Date('2026-11-24T08:00:00.000Z') : now,
          conflicts: taken ? [other] : [],
        })
        if (allowedActions(booking, given).includes(action)) {
          expect(perform(booking, action, given)).toMatchObject({
            status: nextState(bookingFlow, status, action, role),
            version: 2,
            awaitingParty: null,
            updatedAt: given.now,
          })
        } else if (action === 'expire') {
          expect(perform(booking, action, given)).toBeUndefined()
        } else {
          const error = refusal(() => perform(booking, action, given))
          expect(['INVALID_TRANSITION', 'REQUEST_EXPIRED', 'SLOT_CONFLICT']).toContain(error.code)
          if (error.code !== 'INVALID_TRANSITION') continue
          expect(error.details).toMatchObject({ from: status, action, allowed: allowedActions(booking, given) })
        }
      }
    },
  )

  it('lets the one who is asked accept or decline, and nobody else', () => {
    expect(allowedActions(request, facts())).toEqual(['accept', 'decline'])
    expect(allowedActions(request, facts({ role: 'CUSTOMER' }))).toEqual(['withdraw'])
    expect(allowedActions({ ...request, awaitingParty: 'CUSTOMER' }, facts())).toEqual([])
  })

  it('says what an illegal action was and what is allowed instead', () => {
    const error = refusal(() => accept({ ...request, status: 'DECLINED', awaitingParty: null }, facts()))
    expect(error).toMatchObject({
      code: 'INVALID_TRANSITION',
      status: 409,
      message: 'A DECLINED booking cannot be accepted.',
      details: { from: 'DECLINED', action: 'accept', allowed: [] },
    })
  })
})

describe('accepting', () => {
  it('confirms from this moment on', () => {
    expect(accept(request, facts())).toMatchObject({ status: 'CONFIRMED', confirmedAt: now, version: 2 })
  })

  it('is refused at the very moment the time to answer ends, whether or not the timer ran yet', () => {
    const late = facts({ now: new Date('2026-11-24T08:00:00.000Z') })
    expect(refusal(() => accept(request, late))).toMatchObject({
      code: 'REQUEST_EXPIRED',
      message: 'This request has expired.',
    })
    expect(refusal(() => accept({ ...request, status: 'EXPIRED' }, late)).code).toBe('REQUEST_EXPIRED')
  })

  it("is refused when the time is taken, naming the other job on its site's clock", () => {
    const error = refusal(() => accept(request, facts({ conflicts: [other] })))
    expect(error.message).toBe('This overlaps BK-2026-000123 (Wed 25 Nov 11:00–13:00).')
    expect(error.details['conflicts']).toEqual([
      {
        id: other.id,
        reference: 'BK-2026-000123',
        title: 'Blocked drain',
        startAt: '2026-11-25T10:00:00.000Z',
        endAt: '2026-11-25T12:00:00.000Z',
      },
    ])
  })

  it('names both days of a job that ends on another one', () => {
    const overnight = { ...other, endAt: new Date('2026-11-26T01:30:00.000Z') }
    expect(refusal(() => accept(request, facts({ conflicts: [overnight] }))).message).toBe(
      'This overlaps BK-2026-000123 (Wed 25 Nov 11:00–Thu 26 Nov 02:30).',
    )
  })
})

describe('declining', () => {
  it('keeps the reason, and a note where one was written', () => {
    expect(decline(request, { reasonCode: 'OTHER', note: 'On leave' }, facts()).declined).toEqual({
      reasonCode: 'OTHER',
      note: 'On leave',
    })
    expect(decline(request, { reasonCode: 'TOO_FAR', note: '' }, facts()).declined).toEqual({
      reasonCode: 'TOO_FAR',
      note: null,
    })
  })

  it('is possible although the time is taken', () => {
    expect(allowedActions(request, facts({ conflicts: [other] }))).toEqual(['decline'])
  })
})

describe('expiring', () => {
  const due = new Date('2026-11-24T08:00:00.000Z')

  it('waits for its time', () => {
    expect(expire(request, new Date(due.getTime() - 1))).toBeUndefined()
    expect(expire(request, due)).toMatchObject({ status: 'EXPIRED', version: 2 })
  })

  it('never touches a request that moved on', () => {
    for (const status of ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'] as const) {
      expect(expire({ ...request, status }, due)).toBeUndefined()
    }
  })
})

describe('overlap', () => {
  const slot = (from: number, to: number) => ({ startAt: at(from), endAt: at(to) })

  it('is half-open: what ends at ten does not touch what starts at ten', () => {
    expect(overlaps(slot(0, 60), slot(60, 120))).toBe(false)
    expect(overlaps(slot(0, 61), slot(60, 120))).toBe(true)
  })

  it('looks the same from both sides', () => {
    const minute = fc.integer({ min: 0, max: 500 })
    const length = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(minute, length, minute, length, (a, b, c, d) => {
        const [one, two] = [slot(a, a + b), slot(c, c + d)]
        expect(overlaps(one, two)).toBe(overlaps(two, one))
        expect(overlaps(one, two)).toBe(Array.from({ length: b }, (_, i) => a + i).some((m) => m >= c && m < c + d))
      }),
    )
  })

  it('never enters a diary, in whatever order requests are answered', () => {
    const ask = fc.record({ from: fc.integer({ min: 0, max: 600 }), length: fc.integer({ min: 15, max: 240 }) })
    fc.assert(
      fc.property(fc.array(ask, { maxLength: 40 }), (asks) => {
        const diary: Booking[] = []
        for (const [index, { from, length }] of asks.entries()) {
          const booking = { ...request, id: `bkg_${index}`, ...slot(3000 + from, 3000 + from + length) }
          const conflicts = diary.filter((entry) => overlaps(entry, booking))
          if (allowedActions(booking, facts({ conflicts })).includes('accept')) {
            diary.push(accept(booking, facts({ conflicts })))
          }
        }
        for (const one of diary) for (const two of diary) if (one !== two) expect(overlaps(one, two)).toBe(false)
        expect(diary.length > 0).toBe(asks.length > 0)
      }),
    )
  })
})

describe('what a provider sees', () => {
  const confirmed: Booking = { ...request, status: 'CONFIRMED', confirmedAt: now, awaitingParty: null }

  it('is a masked phone and the neighbourhood until the booking is confirmed', () => {
    expect(toSummary({ ...request, city: 'Lagos' }).customer.phone).toBe('+234••••••••67')
    expect(toView(request, facts())).toMatchObject({
      customer: { phone: '+234••••••••67' },
      city: 'Lagos',
      location: { line1: null, postalCode: null, accessNotes: null, city: 'Lagos', lat: 6.5, lng: 3.36 },
    })
  })

  it('is everything after that', () => {
    expect(toView(confirmed, facts())).toMatchObject({
      customer: { phone: '+2348031234567' },
      location: { line1: '12 Adeniran Ogunsanya Street', lat: 6.49518, accessNotes: 'Blue gate' },
      durationMinutes: 120,
    })
  })

  it('is the neighbourhood again thirty days after the end', () => {
    const later = new Date('2026-12-25T11:00:00.000Z')
    expect(toView(confirmed, facts({ now: new Date(later.getTime() - 1) })).location.line1).not.toBeNull()
    expect(toView(confirmed, facts({ now: later })).location.line1).toBeNull()
  })

  it("tells that a rival took the request's time", () => {
    expect(toView(request, facts({ conflicts: [other] }))).toMatchObject({
      slotTaken: true,
      allowedActions: ['decline'],
    })
    expect(toView(request, facts()).slotTaken).toBe(false)
  })

  it('hides nothing from the customer whose booking it is', () => {
    expect(toView(request, facts({ role: 'CUSTOMER' }))).toMatchObject({
      customer: { phone: '+2348031234567' },
      location: { line1: '12 Adeniran Ogunsanya Street' },
    })
  })

  it('never shows the middle of a phone number, however short', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (phone) => {
        const masked = maskPhone(phone)
        expect(masked).toHaveLength(phone.length)
        expect(masked.replaceAll('•', '').length).toBe(6)
      }),
    )
  })
})
