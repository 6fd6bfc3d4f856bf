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
    ['at the thing it moved', acceptBooking, { id: idOf('bkg') }, null, `bookings.get ${idOf('bkg')}`],
    ['at what it made', createBooking, {}, idOf('bkg'), `bookings.get ${idOf('bkg')}`],
    [
      'at what it made of another',
      duplicateOffer,
      { id: idOf('off') },
      idOf('off', 'B'),
      `offers.get ${idOf('off', 'B')}`,
    ],
    [
      'at its thing, whatever else it made',
      contestReview,
      { id: idOf('rev') },
      idOf('dsp'),
      `reviews.get ${idOf('rev')}`,
    ],
    ['at what is still there', discardOfferDraft, { id: idOf('off') }, null, `offers.get ${idOf('off')}`],
    ['nowhere, where nobody noted what it made', createOffer, {}, null, undefined],
    ['nowhere, where it made something else', createSeries, {}, idOf('bkg'), undefined],
    ['nowhere, where no page says it all', proposeTimes, { id: idOf('bkg') }, null, undefined],
    ['nowhere, once it is gone', removeOffer, { id: idOf('off') }, null, undefined],
  ])('%s', (_, write, params, made, expected) => expect(read(write, params, made)).toBe(expected))

  it('is none where the confirmation is everything', () => {
    expect([removeOffer, acceptBooking].map(hasEmptyResponse)).toEqual([true, false])
  })

  it('needs more than an address', () => {
    expect([getOffer, listOffers, acceptBooking].map(isResourceGet)).toEqual([true, true, false])
  })
})
