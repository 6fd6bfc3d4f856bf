import { acceptBooking } from '@fettle/protocol/booking-moves'
import { getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import { createChannel } from '@fettle/protocol/channels'
import { getMarketplaceBooking, listMarketplaceMessages, sendMarketplaceMessage } from '@fettle/protocol/marketplace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, requestBooking } from './people.ts'
import { startTown, type Town } from './town.ts'

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

describe('a request that becomes a job', () => {
  it('goes from the customer to the provider and back', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    const { id } = await requestBooking(town, { provider, customer })

    const [listed] = await town.call(listBookings, {}, provider)
    expect(listed).toMatchObject({ id, status: 'REQUESTED', customer: { name: 'Chidi Okafor' } })

    const accepted = await town.call(acceptBooking, { params: { id }, body: { version: listed?.version } }, provider)
    expect(accepted.status).toBe('CONFIRMED')

    const theirs = await town.call(getMarketplaceBooking, { params: { id } }, marketplace)
    const ours = await town.call(getBookingTimeline, { params: { id } }, provider)
    expect(theirs.status).toBe('CONFIRMED')
    expect(theirs.timeline.map(({ event }) => event)).toEqual(['booking.requested', 'booking.confirmed'])
    expect(ours.map(({ event }) => event)).toEqual(['booking.requested', 'booking.confirmed'])
  })

  it('opens a conversation in which both are read', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    await requestBooking(town, { provider, customer })
    const { channel } = await town.call(createChannel, { body: { participantId: customer.id } }, provider)
    expect(channel.members.toSorted()).toEqual([customer.id, provider.id].toSorted())

    const sent = await town.call(
      sendMarketplaceMessage,
      { params: { id: channel.id }, body: { text: 'When can you come?' } },
      marketplace,
    )
    const read = await town.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(read).toEqual([sent])
    expect(sent).toMatchObject({ authorId: customer.id, text: 'When can you come?' })
  })
})
