import { offerUpdates, offerFlow, offerStatuses, type OfferAction } from '@fettle/protocol/offers'
import { OfferDraft } from '@fettle/protocol/offers/content'
import { defaultSettings as settings } from '@fettle/protocol/accounts/settings'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { catchAppError } from '../../../testing/fixtures/booking.fixture.ts'
import { allowedActions, assertAllowed, isDone, markLost, transition } from './offer.rules.ts'
import type { Offer, OfferActorRole } from './offer.types.ts'
import { timersOf } from './offer.timers.ts'
import { validUntilOf } from './lifecycle/validity.rules.ts'

const now = new Date('2026-03-02T11:00:00.000Z')
const hours = (count: number) => new Date(+now + count * HOUR_MS)

/** An offer sent an hour ago, valid for two weeks. */
const sent: Offer = {
  id: 'off_01JD0000000000000000000001',
  reference: 'OF-2026-000001',
  providerId: 'usr_01JD0000000000000000000001',
  customer: { id: 'cus_01JD0000000000000000000001', name: 'Chidi Okafor', avatar: null, phone: null },
  channelId: null,
  requestId: 'ofr_01JD0000000000000000000001',
  bookingId: null,
  status: 'SENT',
  origin: 'CUSTOMER_REQUEST',
  title: 'New bathroom',
  serviceCategory: null,
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  location: null,
  total: 100,
  liveRevision: 1,
  requiresContract: false,
  draft: null,
  draftVersion: 1,
  draftUpdatedAt: null,
  validUntil: hours(14 * 24),
  respondBy: hours(24),
  sentAt: hours(-1),
  viewCount: 0,
  firstViewedAt: null,
  lastViewedAt: null,
  changes: null,
  acceptance: null,
  convertedTo: null,
  isContractGone: false,
  isContractOver: false,
  lost: null,
  remindersSent: 0,
  remindedAt: null,
  autoRemindSince: null,
  extensions: 0,
  endedAt: null,
  lastAction: 'send',
  lastActionBy: 'PROVIDER',
  firedTimers: [],
  version: 3,
  createdAt: hours(-2),
  updatedAt: hours(-1),
}
const draft = z.parse(OfferDraft, {})
const as = (role: OfferActorRole, at = now) => ({ role, now: at, settings })

describe('actions on an offer', () => {
  const actions = [...new Set([...Object.keys(offerFlow.transitions), ...Object.keys(offerUpdates)])] as OfferAction[]
  const rows = offerStatuses.flatMap((status) =>
    (['PROVIDER', 'CUSTOMER', 'SYSTEM'] as const).map((role) => [status, role] as const),
  )

  it.each(rows)('in %s by the %s match the tables, and others are refused by name', (status, role) => {
    const offer: Offer = { ...sent, status, draft, endedAt: now, remindedAt: null }
    const allowed = allowedActions(offer, as(role))
    for (const action of actions) {
      if (allowed.includes(action)) {
        expect(() => assertAllowed(offer, action, as(role))).not.toThrow()
        continue
      }
      const { code, details } = catchAppError(() => assertAllowed(offer, action, as(role)))
      if (code === 'INVALID_TRANSITION') expect(details).toMatchObject({ from: status, action, allowed })
      else expect(['OFFER_EXPIRED', 'UNDO_CLOSED']).toContain(code)
    }
  })

  it('end with the last moment of the last day', () => {
    expect(allowedActions(sent, as('CUSTOMER', hours(14 * 24)))).toContain('accept')
    const late = as('CUSTOMER', new Date(+hours(14 * 24) + 1))
    expect(allowedActions(sent, late)).toEqual(['close', 'ask'])
    expect(catchAppError(() => assertAllowed(sent, 'accept', late)).code).toBe('OFFER_EXPIRED')
  })

  it('depend on who created it', () => {
    const own: Offer = { ...sent, status: 'DRAFT', origin: 'PROVIDER_INITIATED', draft, liveRevision: null }
    expect(allowedActions(own, as('PROVIDER'))).toEqual(['send', 'draft', 'remove', 'duplicate'])
    const requested: Offer = { ...own, origin: 'CUSTOMER_REQUEST' }
    expect(allowedActions(requested, as('PROVIDER'))).toEqual(['pass', 'send', 'draft', 'duplicate'])
    expect(allowedActions(own, as('CUSTOMER'))).toEqual([])
  })

  it('end thirty days after expiry', () => {
    const expired: Offer = { ...sent, status: 'EXPIRED', endedAt: now }
    expect(allowedActions(expired, as('PROVIDER', hours(30 * 24)))).toEqual(['extend', 'draft', 'duplicate'])
    expect(allowedActions(expired, as('PROVIDER', hours(30 * 24 + 1)))).toEqual(['duplicate'])
  })
})

describe('a transition of an offer', () => {
  it('increments the version and records the actor', () => {
    const viewed = transition(sent, 'view', as('CUSTOMER'))
    expect(viewed).toMatchObject({ status: 'VIEWED', version: 4, lastAction: 'view', lastActionBy: 'CUSTOMER' })
    expect(isDone(viewed, 'view', 'CUSTOMER')).toBe(true)
    expect(isDone(viewed, 'view', 'PROVIDER')).toBe(false)
  })

  it('that ends it records the reason', () => {
    expect(markLost(sent, 'withdraw', as('PROVIDER'), { reasonCode: 'OTHER', note: 'A mistake.' })).toMatchObject({
      status: 'WITHDRAWN',
      endedAt: now,
      lost: { by: 'PROVIDER', reasonCode: 'OTHER', note: 'A mistake.', attributedTo: null },
    })
  })
})

describe('the timers of an offer', () => {
  const kindsOf = (offer: Offer) => timersOf(offer).map(({ kind }) => kind)

  it('are expiry and two reminders before it', () => {
    expect(kindsOf(sent)).toEqual(['expire', 'remind-72h', 'remind-24h'])
    expect(kindsOf({ ...sent, validUntil: hours(30) })).toEqual(['expire', 'remind-24h'])
    expect(kindsOf({ ...sent, validUntil: hours(3) })).toEqual(['expire'])
  })

  it('of a request are the deadline to answer, and none once decided', () => {
    expect(timersOf({ ...sent, status: 'REQUESTED', validUntil: null })).toEqual([{ kind: 'expire', dueAt: hours(24) }])
    for (const status of [
      'ACCEPTED',
      'DECLINED',
      'CONVERTED',
      'WITHDRAWN',
      'PASSED',
      'CANCELLED',
      'EXPIRED',
    ] as const) {
      expect(kindsOf({ ...sent, status })).toEqual([])
    }
  })
})

describe('the validity of an offer', () => {
  it("lasts to the end of a day in the customer's time zone, two weeks by default", () => {
    expect(validUntilOf(null, now, 'Africa/Lagos', settings).toISOString()).toBe('2026-03-16T22:59:59.000Z')
    expect(validUntilOf('2026-03-02', now, 'Africa/Lagos', settings).toISOString()).toBe('2026-03-02T22:59:59.000Z')
    expect(validUntilOf('2026-03-29', now, 'Europe/Berlin', settings).toISOString()).toBe('2026-03-29T21:59:59.000Z')
  })

  it('is at most ninety days, and never in the past', () => {
    expect(catchAppError(() => validUntilOf('2026-03-01', now, 'Africa/Lagos', settings)).code).toBe(
      'VALIDATION_FAILED',
    )
    expect(catchAppError(() => validUntilOf('2026-06-01', now, 'Africa/Lagos', settings)).code).toBe(
      'VALIDATION_FAILED',
    )
    expect(validUntilOf('2026-05-31', now, 'Africa/Lagos', settings).toISOString()).toBe('2026-05-31T22:59:59.000Z')
  })
})
