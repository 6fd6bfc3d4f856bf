import type { OfferStatus } from '@fettle/protocol/offers'
import { describe, expect, it } from 'vitest'
import { deadlineOf, isExpiring } from './offer-deadline.ts'

const now = new Date('2026-11-25T07:00:00Z')
const offer = (status: OfferStatus, times: object) => ({ status, validUntil: null, respondBy: null, ...times })

describe('the deadline of an offer', () => {
  it("is the customer's while open, the provider's before sending, and none afterwards", () => {
    const times = { validUntil: '2026-12-01T22:59:59Z', respondBy: '2026-11-26T07:00:00Z' }
    expect(deadlineOf(offer('VIEWED', times))).toBe(times.validUntil)
    expect(deadlineOf(offer('DRAFT', times))).toBe(times.respondBy)
    expect(deadlineOf(offer('ACCEPTED', times))).toBeUndefined()
  })

  it("is near three days before the customer's, and half a day before the provider's", () => {
    expect(isExpiring(offer('SENT', { validUntil: '2026-11-28T06:59:00Z' }), now)).toBe(true)
    expect(isExpiring(offer('SENT', { validUntil: '2026-11-28T07:01:00Z' }), now)).toBe(false)
    expect(isExpiring(offer('REQUESTED', { respondBy: '2026-11-25T18:00:00Z' }), now)).toBe(true)
    expect(isExpiring(offer('REQUESTED', { respondBy: '2026-11-26T07:00:00Z' }), now)).toBe(false)
  })
})
