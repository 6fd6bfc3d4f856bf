import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { listMarketplaceMessages, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, requestBooking } from '../fixtures/providers.ts'
import { setUpTestApp } from '../app/test-app.ts'

const testApp = setUpTestApp()

describe('a booking request', () => {
  it('passes from the customer to the provider and back', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer })

    const [listed] = await testApp.call(listBookings, {}, provider)
    expect(listed).toMatchObject({ id, status: 'REQUESTED', customer: { name: 'Chidi Okafor' } })

    const accepted = await testApp.call(acceptBooking, { params: { id }, body: { version: listed?.version } }, provider)
    expect(accepted.status).toBe('CONFIRMED')

    const marketplaceBooking = await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)
    const ours = await testApp.call(getBookingTimeline, { params: { id } }, provider)
    expect(marketplaceBooking.status).toBe('CONFIRMED')
    expect(marketplaceBooking.timeline.map(({ event }) => event)).toEqual(['booking.requested', 'booking.confirmed'])
    expect(ours.map(({ event }) => event)).toEqual(['booking.requested', 'booking.confirmed'])
  })

  it('opens a conversation for both', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    expect(channel.members.toSorted()).toEqual([customer.id, provider.id].toSorted())

    const sent = await testApp.call(
      sendMarketplaceMessage,
      { params: { id: channel.id }, body: { text: 'When can you come?' } },
      marketplace,
    )
    const read = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(read).toEqual([sent])
    expect(sent).toMatchObject({ authorId: customer.id, text: 'When can you come?' })
  })
})
