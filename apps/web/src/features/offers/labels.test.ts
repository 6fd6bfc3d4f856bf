import type { TimelineEntry } from '@fettle/protocol/bookings'
import { expect, it } from 'vitest'
import { lostReasonLabel, offerHistoryEntryOf } from './labels.ts'

const entry = (event: string, data: Record<string, unknown>) =>
  ({ event, data, actor: { type: 'CUSTOMER', id: 'cus_1', name: 'Funke Adeyemi' } }) as unknown as TimelineEntry

it("says until when an offer was extended, in the customer's time zone", () => {
  const extended = entry('offer.extended', { validUntil: '2027-01-05T22:59:59.999Z' })
  expect(offerHistoryEntryOf(extended, 'Africa/Lagos').detail).toBe('Until Tuesday, January 5, 2027')
  expect(offerHistoryEntryOf(extended, 'Pacific/Auckland').detail).toBe('Until Wednesday, January 6, 2027')
  expect(offerHistoryEntryOf(entry('offer.extended', {}), 'UTC').detail).toBeUndefined()
})

it('names the accepting person when it is somebody else', () => {
  expect(offerHistoryEntryOf(entry('offer.accepted', { signerName: 'Funke Adeyemi' }), 'UTC').detail).toBeUndefined()
  expect(offerHistoryEntryOf(entry('offer.accepted', { signerName: 'Bola Adeyemi' }), 'UTC').detail).toBe(
    'Bola Adeyemi',
  )
})

it('says what an offer was turned into', () => {
  const converted = (type: string) => offerHistoryEntryOf(entry('offer.converted', { to: { type, id: 'x_1' } }), 'UTC')
  expect(converted('BOOKING').title).toBe('Turned into a job')
  expect(converted('CONTRACT').title).toBe('Turned into a contract')
})

it('does not call a request that nobody answered an offer', () => {
  const expired = (wasSent: boolean) => offerHistoryEntryOf(entry('offer.expired', { wasSent }), 'UTC').title
  expect([expired(true), expired(false)]).toEqual(['Offer expired', 'Request expired'])
})

it('says why the customer closed a request', () => {
  expect(lostReasonLabel('CANCELLED', 'NO_LONGER_NEEDED')).toBe('No longer needed')
})
