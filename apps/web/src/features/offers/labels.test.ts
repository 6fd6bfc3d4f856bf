import type { TimelineEntry } from '@fettle/protocol/bookings'
import { expect, it } from 'vitest'
import { offerHistoryEntryOf } from './labels.ts'

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
