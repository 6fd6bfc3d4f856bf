import type { Operation } from '@fettle/protocol'
import { acceptBooking, createBooking, proposeTimes } from '@fettle/protocol/bookings/actions'
import { createSeries, getSeries } from '@fettle/protocol/bookings/series'
import { getBooking, listBookings } from '@fettle/protocol/bookings'
import { createOffer, discardOfferDraft, duplicateOffer, removeOffer } from '@fettle/protocol/offers/actions'
import { getOffer, listOffers } from '@fettle/protocol/offers'
import { contestReview, getReview } from '@fettle/protocol/reviews'
import { describe, expect, it } from 'vitest'
import { findReplaySource, isResourceGet, hasEmptyResponse } from './replay-source.ts'

const pages: Operation[] = [listBookings, getBooking, getSeries, listOffers, getOffer, getReview]
const idOf = (kind: string, letter = 'A') => `${kind}_${letter.repeat(26)}`
const read = (write: Operation, params: Record<string, string>, made: string | null = null) => {
  const reading = findReplaySource(write, pages, made)
  return reading && `${reading.operation.name} ${reading.paramsOf(params)['id']}`
}

describe("the source of a write's replay", () => {
  it.each<[string, Operation, Record<string, string>, string | null, string | undefined]>([
    ['is the record it changed', acceptBooking, { id: idOf('bkg') }, null, `bookings.get ${idOf('bkg')}`],
    ['is the record it created', createBooking, {}, idOf('bkg'), `bookings.get ${idOf('bkg')}`],
    [
      'is the record it created from another',
      duplicateOffer,
      { id: idOf('off') },
      idOf('off', 'B'),
      `offers.get ${idOf('off', 'B')}`,
    ],
    [
      'is its own record, whatever else it created',
      contestReview,
      { id: idOf('rev') },
      idOf('dsp'),
      `reviews.get ${idOf('rev')}`,
    ],
    ['is the record that remains', discardOfferDraft, { id: idOf('off') }, null, `offers.get ${idOf('off')}`],
    ['is none when the created id was not recorded', createOffer, {}, null, undefined],
    ['is none when it created another kind of record', createSeries, {}, idOf('bkg'), undefined],
    ['is none when no read operation returns everything', proposeTimes, { id: idOf('bkg') }, null, undefined],
    ['is none after a deletion', removeOffer, { id: idOf('off') }, null, undefined],
  ])('%s', (_, write, params, made, expected) => expect(read(write, params, made)).toBe(expected))

  it('is not needed for an empty response', () => {
    expect([removeOffer, acceptBooking].map(hasEmptyResponse)).toEqual([true, false])
  })

  it('is a GET operation without a required query', () => {
    expect([getOffer, listOffers, acceptBooking].map(isResourceGet)).toEqual([true, true, false])
  })
})
