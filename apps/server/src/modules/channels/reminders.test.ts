import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

it('creates one inbox notification for a due reminder, also when the user is offline, without a deleted author', async () => {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp, { name: 'Ngozi Okafor' })
  const { id: bookingId } = await requestBooking(testApp, { provider, customer })
  const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
  const id = '0193e8a0-0000-7000-8000-000000000001'
  await testApp.app.chat.sendMessage(channel.cid, customer.id, { id, text: 'Please bring the long ladder' })

  const remind = async (userId: string) => {
    const response = await fetch(`${testApp.url}/chat/v1/channels/${channel.cid}/messages/${id}/reminder`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-app-key': testApp.deps.secrets.chatAppKey,
        authorization: `Bearer ${testApp.app.chat.signToken(userId)}`,
      },
      body: JSON.stringify({ offset: 120_000 }),
    })
    expect(response.status).toBe(200)
  }
  // A customer's reminders do not reach the inbox.
  await Promise.all([remind(provider.id), remind(customer.id)])
  const notices = async () =>
    testApp.db.query<{ who: string; link: string; author: string; excerpt: string }>(sql`
      select provider_id as who, params ->> 'channelId' as link, params ->> 'authorName' as author,
        params ->> 'excerpt' as excerpt
      from notifications where workflow = 'message-reminder'`)
  await testApp.deps.jobs.runDue()
  expect(await notices()).toEqual([])
  await testApp.advance(120_000)
  await testApp.deps.jobs.runDue()
  const notice = { who: provider.id, link: channel.id, excerpt: 'Please bring the long ladder' }
  expect(await notices()).toEqual([{ ...notice, author: 'Ngozi Okafor' }])

  await testApp.call(cancelMarketplaceBooking, { params: { id: bookingId }, body: {} }, marketplace)
  await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
  expect(await notices()).toEqual([{ ...notice, author: null }])
})
