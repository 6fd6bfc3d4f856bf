import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace/chat'
import { deleteCustomer, putCustomer } from '@fettle/protocol/marketplace/customers'
import { createChannel, getStreamToken } from '@fettle/protocol/workspace/channels'
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../testing/fixtures/contract-scenario.ts'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { sql } from '../../platform/db/db.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

describe('the channel with a customer', () => {
  it('is opened after a common booking, and exists once', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    const body = { participantId: customer.id }
    const opened = await Promise.all(Array.from({ length: 5 }, () => testApp.call(createChannel, { body }, provider)))
    const [{ channel }] = opened as [(typeof opened)[number]]
    expect(channel).toMatchObject({
      type: 'messaging',
      cid: `messaging:${channel.id}`,
      members: [provider.id, customer.id],
    })
    expect(channel.id).not.toContain(':')
    for (const other of opened) expect(other.channel).toEqual(channel)
    const people = { customerId: customer.id, providerId: provider.id }
    expect(await testApp.call(createMarketplaceChannel, { body: people }, marketplace)).toMatchObject({
      id: channel.id,
    })
  })

  it('is a 404 for a provider who does not know the customer', async () => {
    const provider = await createProvider(testApp)
    const stranger = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    for (const participantId of [customer.id, 'cus_00000000000000000000000000']) {
      expect(await testApp.refusal(createChannel, { body: { participantId } }, stranger)).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        message: "We couldn't find that customer.",
      })
    }
  })

  it('is opened by a booking, a quote, a contract or an earlier conversation', async () => {
    const open = (provider: TestProvider, participantId: string) =>
      testApp.call(createChannel, { body: { participantId } }, provider)
    const scenario = await createOfferScenario(testApp)
    await scenario.requestOffer()
    expect((await open(scenario.provider, scenario.customer.id)).channel.members).toEqual([
      scenario.provider.id,
      scenario.customer.id,
    ])
    const signing = await createContractScenario(testApp)
    await signing.blank()
    // A contract needs an earlier booking or offer; here only the contract remains.
    const other = await createCustomer(testApp)
    await testApp.db.execute(
      sql`update bookings set customer_id = ${other.id} where customer_id = ${signing.customer.id}`,
    )
    expect((await open(signing.provider, signing.customer.id)).channel.members).toContain(signing.customer.id)
    const [provider, writing] = [await createProvider(testApp), await createCustomer(testApp)]
    const people = { providerId: provider.id, customerId: writing.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    expect((await open(provider, writing.id)).channel.id).toBe(id)
    const stranger = await createProvider(testApp)
    for (const { customer } of [scenario, signing, { customer: writing }]) {
      const body = { participantId: customer.id }
      expect(await testApp.refusal(createChannel, { body }, stranger)).toMatchObject({ status: 404 })
    }
  })

  it('is for onboarded providers', async () => {
    const body = { participantId: 'cus_00000000000000000000000000' }
    expect((await testApp.refusal(createChannel, { body })).status).toBe(401)
    expect(await testApp.refusal(createChannel, { body }, await createSignedInAccount(testApp))).toMatchObject({
      status: 403,
      code: 'ONBOARDING_REQUIRED',
    })
  })

  it('delivers messages of both sides with names', async () => {
    const provider = await createProvider(testApp, { firstName: 'Amaka' })
    const customer = await createCustomer(testApp, { name: 'Tunde Bello' })
    await requestBooking(testApp, { provider, customer })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    await testApp.app.chat.sendMessage(channel.cid, provider.id, {
      id: '0193e8a0-0000-7000-8000-000000000001',
      text: 'On my way',
    })
    await testApp.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text: 'Thank you' } }, marketplace)
    const messages = await testApp.app.chat.listMessages(channel.cid, provider.id, { after: 0, limit: 10 })
    expect(messages.map(({ user, text }) => [user?.name, text])).toEqual([
      ['Amaka Obi', 'On my way'],
      ['Tunde Bello', 'Thank you'],
    ])
    const read = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(read.map(({ authorId }) => authorId)).toEqual([provider.id, customer.id])
  })

  it("refuses a customer's message that contains only markup", async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    for (const text of ['***', '> ', '\u200b']) {
      const input = { params: { id: channel.id }, body: { text } }
      expect(await testApp.refusal(sendMarketplaceMessage, input, marketplace)).toMatchObject({
        status: 422,
        issues: [{ path: ['text'], code: 'REQUIRED', message: 'This field is required.' }],
      })
    }
  })

  it("shows a customer's changed name", async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp, { name: 'Before' })
    await requestBooking(testApp, { provider, customer })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    await testApp.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text: 'Hello' } }, marketplace)
    await testApp.call(
      putCustomer,
      { params: { externalId: customer.externalId }, body: { name: 'After' } },
      marketplace,
    )
    await testApp.deps.jobs.runDue()
    const [message] = await testApp.app.chat.listMessages(channel.cid, provider.id, { after: 0, limit: 10 })
    expect(message?.user?.name).toBe('After')
  })

  it('leaves a deleted customer without a name, which readers give in their language', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp, { name: 'Tunde Bello' })
    const { id } = await requestBooking(testApp, { provider, customer })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    await testApp.call(sendMarketplaceMessage, { params: { id: channel.id }, body: { text: 'Hello' } }, marketplace)
    await testApp.call(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    await testApp.deps.jobs.runDue()
    const [message] = await testApp.app.chat.listMessages(channel.cid, provider.id, { after: 0, limit: 10 })
    expect(message?.user?.name).toBe('')
  })
})

describe("a provider's own chat token", () => {
  const meet = async () => {
    const [mallory, victim, customer] = [
      await createProvider(testApp),
      await createProvider(testApp),
      await createCustomer(testApp),
    ]
    // Mallory knows both ids: the customer is shared, the provider is public.
    await requestBooking(testApp, { provider: mallory, customer })
    await testApp.call(createChannel, { body: { participantId: customer.id } }, mallory)
    await testApp.call(getStreamToken, {}, victim)
    const { token, appKey } = await testApp.call(getStreamToken, {}, mallory)
    const post = async (path: string, body: object) => {
      const response = await fetch(`${testApp.url}/chat/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-app-key': appKey, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as { code?: number } }
    }
    return { victim, customer, post }
  }

  it('opens no channel with a provider or a customer the product has not linked', async () => {
    const { victim, post } = await meet()
    const stranger = await createCustomer(testApp)
    for (const members of [[victim.id], [stranger.id]])
      expect(await post('/channels', { members })).toMatchObject({ status: 404, body: { code: 16 } })
    const group = { id: 'support-1', name: 'Fettle Support', members: [victim.id, stranger.id] }
    expect(await post('/channels', group)).toMatchObject({ status: 403, body: { code: 17 } })
  })

  it("cannot take over a customer's conversation with another provider in advance", async () => {
    const { victim, customer, post } = await meet()
    const digest = hash('sha256', [victim.id, customer.id].sort().join('\n'), 'base64url')
    const id = `direct-${digest.slice(0, 32)}`
    const response = await post('/channels', { id, members: [victim.id, customer.id] })
    expect(response).toMatchObject({ status: 400, body: { code: 4 } })
    const people = { providerId: victim.id, customerId: customer.id }
    const channel = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    expect(channel.id).toBe(id)
    const input = { params: { id }, body: { text: 'The gate code is 4711' } }
    await testApp.call(sendMarketplaceMessage, input, marketplace)
    expect(await post('/channels/query', {})).not.toMatchObject({ body: { channels: [{ channel: { id } }] } })
    const answer = { message: { id: '0193e8a0-0000-7000-8000-0000000000aa', text: 'Please pay to another account' } }
    expect(await post(`/channels/messaging:${id}/messages`, answer)).toMatchObject({ status: 404, body: { code: 16 } })
    const read = await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)
    expect(read.map(({ authorId }) => authorId)).toEqual([customer.id])
  })
})

describe('the chat token', () => {
  it('is issued to any signed-in provider and stored until it expires', async () => {
    const newcomer = await createSignedInAccount(testApp)
    const chatToken = await testApp.call(getStreamToken, {}, newcomer)
    expect(chatToken.appKey).toBe(testApp.deps.secrets.chatAppKey)
    expect(testApp.app.chat.userOf(chatToken.token)).toBe(chatToken.userId)
    const [header, body] = chatToken.token.split('.')
    expect(testApp.app.chat.userOf(`${header}.${body}.${'A'.repeat(43)}`)).toBeUndefined()
    expect(testApp.app.chat.userOf('nonsense')).toBeUndefined()
    testApp.clock.advance(31 * 86_400_000)
    expect(testApp.app.chat.userOf(chatToken.token)).toBeUndefined()
  })

  it('is refused without signing in', async () => {
    expect((await testApp.refusal(getStreamToken, {})).status).toBe(401)
  })
})

describe('an unknown address under the chat', () => {
  it("is answered in the chat's format for every method", async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const path of ['', '/', '/nothing', '/nothing/at/all?x=1', '/users/usr_1/nothing']) {
        const answer = await fetch(`${testApp.url}/chat/v1${path}`, { method })
        expect([method, path, answer.status]).toEqual([method, path, 404])
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
        if (method === 'HEAD') continue
        expect(await answer.json()).toEqual({
          code: 16,
          message: 'This call does not exist.',
          reason: { code: 'chat.not-found' },
          statusCode: 404,
          retryable: false,
        })
      }
  })
})
