import { endSession, listSessions, login, logout } from '@fettle/protocol/accounts/auth'
import { createChannel, getStreamToken } from '@fettle/protocol/workspace/channels'
import { createMarketplaceChannel, getCustomerChatToken } from '@fettle/protocol/marketplace/chat'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { reinstateProvider, suspendProvider } from '@fettle/protocol/accounts/moderation'
import { createChatClient, createMessageId, socketTransport } from '@fettle/chat-client'
import { describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const wait = { timeout: 60_000, interval: 10 }

const testApp = setUpTestApp()

/** A signed-in device connected to the chat. */
async function device(email: string) {
  const body = { emailOrPhone: email, password: PASSWORD, role: 'PROVIDER' as const }
  const { token, streamToken } = await testApp.call(login, { body })
  const { appKey, userId } = await testApp.call(getStreamToken, {}, { token })
  const client = createChatClient({ transport: socketTransport(testApp.url) })
  const reloaded = vi.fn(async () => (await testApp.call(getStreamToken, {}, { token })).token)
  await client.connect({ appKey, user: { id: userId }, token: ({ reload }) => (reload ? reloaded() : streamToken) })
  return { token, client, reloaded }
}

describe('a device that is signed out', () => {
  it('is disconnected from the chat for good, unlike other devices', async () => {
    const { email } = await createProvider(testApp)
    const [phone, desktop] = [await device(email), await device(email)]
    const sessions = await testApp.call(listSessions, {}, desktop)
    const phoneSession = (await testApp.call(listSessions, {}, phone)).find(({ isCurrent }) => isCurrent)
    expect(sessions.some(({ id }) => id === phoneSession?.id)).toBe(true)
    await testApp.call(endSession, { params: { id: phoneSession?.id ?? '' } }, desktop)
    await testApp.deps.jobs.runDue()
    await vi.waitFor(() => expect(phone.client.getSnapshot().connected).toBe(false), wait)
    // The old chat token is rejected, and a signed-out user gets no new one.
    phone.client.retryNow()
    await vi.waitFor(() => expect(phone.reloaded).toHaveBeenCalled(), wait)
    await expect(phone.reloaded.mock.results[0]?.value).rejects.toThrow(/401/)
    expect(phone.client.getSnapshot().connected).toBe(false)
    expect(desktop.client.getSnapshot().connected).toBe(true)
    await testApp.call(logout, {}, desktop)
    await testApp.deps.jobs.runDue()
    await vi.waitFor(() => expect(desktop.client.getSnapshot().connected).toBe(false), wait)
    for (const { client } of [phone, desktop]) client.disconnect()
  })
})

describe('a device that is signed out before it opened the chat', () => {
  it('cannot connect to it with the token it got', async () => {
    const { email, ...provider } = await createProvider(testApp)
    const body = { emailOrPhone: email, password: PASSWORD, role: 'PROVIDER' as const }
    const { token, streamToken, chatAppKey } = await testApp.call(login, { body })
    await testApp.call(logout, {}, { token })
    await testApp.deps.jobs.runDue()
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    const connecting = client.connect({ appKey: chatAppKey, user: { id: provider.id }, token: () => streamToken })
    await expect(connecting).rejects.toMatchObject({ failure: { code: 40 } })
    client.disconnect()
  })
})

describe('a device whose session has expired', () => {
  it('is disconnected from the chat, whose token it got shortly before', async () => {
    const { email, ...provider } = await createProvider(testApp)
    const { token, client } = await device(email)
    const day = 86_400_000
    // In use, or it would end sooner.
    for (let days = 0; days < 28; days += 7) {
      testApp.clock.advance(7 * day)
      await testApp.call(listSessions, {}, { token })
    }
    const { token: chatToken, appKey } = await testApp.call(getStreamToken, {}, { token })
    const connect = async () => {
      const other = createChatClient({ transport: socketTransport(testApp.url) })
      await other.connect({ appKey, user: { id: provider.id }, token: () => chatToken })
      return other
    }
    const late = await connect()
    testApp.clock.advance(3 * day)
    expect(await testApp.refusal(listSessions, {}, { token })).toMatchObject({ status: 401 })
    await testApp.deps.jobs.runDue()
    await vi.waitFor(() => expect(late.getSnapshot().connected).toBe(false), wait)
    await expect(connect()).rejects.toThrow()
    for (const each of [client, late]) each.disconnect()
  })
})

describe('a provider who is suspended', () => {
  it('reads conversations and cannot write until reinstated or expired', async () => {
    const { email, ...provider } = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    const body = { participantId: customer.id }
    const { channel } = await testApp.call(createChannel, { body }, provider)
    const { token, client } = await device(email)
    const { cid } = channel
    const write = () =>
      client.call('messages.send', { cid, message: { id: createMessageId(), text: 'Pay me directly' } })
    await write()
    const until = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    const suspension = { params: { id: provider.id }, body: { reason: 'No insurance', until } }
    await testApp.call(suspendProvider, suspension, marketplace)
    await testApp.deps.jobs.runDue()
    const refusal = { failure: { code: 17, message: 'Your account is suspended. You can read, but not write.' } }
    await expect(write()).rejects.toMatchObject(refusal)
    expect((await client.call('messages.list', { cid })).messages).toMatchObject([{ text: 'Pay me directly' }, {}])
    expect(await testApp.refusal(createChannel, { body }, { token })).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    await expect(client.openDirect(customer.id)).rejects.toMatchObject(refusal)
    // A token issued now, for another device, is read-only.
    const late = await device(email)
    await expect(
      late.client.call('messages.send', { cid, message: { id: createMessageId(), text: 'Hello?' } }),
    ).rejects.toMatchObject(refusal)
    await testApp.call(reinstateProvider, { params: { id: provider.id }, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    await write()
    await testApp.call(suspendProvider, suspension, marketplace)
    await testApp.deps.jobs.runDue()
    await expect(write()).rejects.toMatchObject(refusal)
    testApp.clock.advance(86_400_000)
    await write()
    for (const each of [client, late.client]) each.disconnect()
  })

  it('is suspended in the chat even before first using it', async () => {
    const { email, ...provider } = await createProvider(testApp)
    const until = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    await testApp.call(
      suspendProvider,
      { params: { id: provider.id }, body: { reason: 'No insurance', until } },
      marketplace,
    )
    await testApp.deps.jobs.runDue()
    const { client } = await device(email)
    await expect(client.openDirect('cus_1')).rejects.toMatchObject({ failure: { code: 17 } })
    client.disconnect()
  })
})

describe("a customer's browser", () => {
  const tokenOf = (id: string) => testApp.call(getCustomerChatToken, { params: { id } }, marketplace)

  it('connects with a token of an hour and writes to the provider', async () => {
    const [provider, customer] = [await createProvider(testApp), await createCustomer(testApp)]
    const body = { providerId: provider.id, customerId: customer.id }
    const { cid } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const { token, appKey, userId, expiresAt } = await tokenOf(customer.id)
    expect(userId).toBe(customer.id)
    expect(Date.parse(expiresAt) - testApp.clock.now().getTime()).toBe(3_600_000)
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    await client.connect({ appKey, user: { id: userId }, token: () => token })
    await client.call('messages.send', { cid, message: { id: createMessageId(), text: 'Is Monday possible?' } })
    const [newest] = await testApp.app.chat.listNewest(cid, provider.id, 1)
    expect(newest).toMatchObject({ text: 'Is Monday possible?', user: { id: customer.id } })
    client.disconnect()
  })

  it('is disconnected when the customer is erased, and gets no further token', async () => {
    const customer = await createCustomer(testApp)
    const { token, appKey, userId } = await tokenOf(customer.id)
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    await client.connect({ appKey, user: { id: userId }, token: () => token })
    testApp.clock.advance(60_000)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    await testApp.deps.jobs.runDue()
    await vi.waitFor(() => expect(client.getSnapshot().connected).toBe(false), wait)
    const refusal = await testApp.refusal(getCustomerChatToken, { params: { id: customer.id } }, marketplace)
    expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    client.disconnect()
  })
})
