import { endSession, listSessions, login, logout } from '@fettle/protocol/auth'
import { createChannel, getStreamToken } from '@fettle/protocol/channels'
import { reinstateProvider, suspendProvider } from '@fettle/protocol/moderation'
import { createChatClient, createMessageId, socketTransport } from '@fettle/chat-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../testing/newcomers.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/people.ts'
import { startTown, type Town } from '../../../testing/town.ts'

const wait = { timeout: 10_000, interval: 10 }

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

/** A device that is signed in and in the chat. */
async function device(email: string) {
  const body = { emailOrPhone: email, password: PASSWORD, role: 'PROVIDER' as const }
  const { token, streamToken } = await town.call(login, { body })
  const { appKey, userId } = await town.call(getStreamToken, {}, { token })
  const client = createChatClient({ transport: socketTransport(town.url) })
  const reloaded = vi.fn(async () => (await town.call(getStreamToken, {}, { token })).token)
  await client.connect({ appKey, user: { id: userId }, token: ({ reload }) => (reload ? reloaded() : streamToken) })
  return { token, client, reloaded }
}

describe('a device that is signed out', () => {
  it('is out of the chat, too, at once and for good; the others stay', async () => {
    const { email } = await createProvider(town)
    const [phone, desk] = [await device(email), await device(email)]
    const sessions = await town.call(listSessions, {}, desk)
    const theirs = (await town.call(listSessions, {}, phone)).find(({ isCurrent }) => isCurrent)
    expect(sessions.some(({ id }) => id === theirs?.id)).toBe(true)
    await town.call(endSession, { params: { id: theirs?.id ?? '' } }, desk)
    await town.deps.jobs.runDue()
    await vi.waitFor(() => expect(phone.client.getSnapshot().connected).toBe(false), wait)
    // The old chat token is no good any more, and there is no new one for who is signed out.
    phone.client.retryNow()
    await vi.waitFor(() => expect(phone.reloaded).toHaveBeenCalled(), wait)
    await expect(phone.reloaded.mock.results[0]?.value).rejects.toThrow(/401/)
    expect(phone.client.getSnapshot().connected).toBe(false)
    expect(desk.client.getSnapshot().connected).toBe(true)
    await town.call(logout, {}, desk)
    await town.deps.jobs.runDue()
    await vi.waitFor(() => expect(desk.client.getSnapshot().connected).toBe(false), wait)
    for (const { client } of [phone, desk]) client.disconnect()
  })
})

describe('a provider who is suspended', () => {
  it('reads conversations and writes nothing in them, until they are reinstated or the time is over', async () => {
    const { email, ...provider } = await createProvider(town)
    const customer = await createCustomer(town)
    await requestBooking(town, { provider, customer })
    const body = { participantId: customer.id }
    const { channel } = await town.call(createChannel, { body }, provider)
    const { token, client } = await device(email)
    const { cid } = channel
    const write = () =>
      client.call('messages.send', { cid, message: { id: createMessageId(), text: 'Pay me directly' } })
    await write()
    const until = new Date(town.clock.now().getTime() + 86_400_000).toISOString()
    const suspension = { params: { id: provider.id }, body: { reason: 'No insurance', until } }
    await town.call(suspendProvider, suspension, marketplace)
    await town.deps.jobs.runDue()
    const refusal = { failure: { code: 17, message: 'Your account is suspended. You can read, but not write.' } }
    await expect(write()).rejects.toMatchObject(refusal)
    expect((await client.call('messages.list', { cid })).messages).toMatchObject([{ text: 'Pay me directly' }, {}])
    expect(await town.refusal(createChannel, { body }, { token })).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    await expect(client.openDirect(customer.id)).rejects.toMatchObject(refusal)
    // A token that is fetched now, for another device, reads and no more.
    const late = await device(email)
    await expect(
      late.client.call('messages.send', { cid, message: { id: createMessageId(), text: 'Hello?' } }),
    ).rejects.toMatchObject(refusal)
    await town.call(reinstateProvider, { params: { id: provider.id }, body: {} }, marketplace)
    await town.deps.jobs.runDue()
    await write()
    await town.call(suspendProvider, suspension, marketplace)
    await town.deps.jobs.runDue()
    await expect(write()).rejects.toMatchObject(refusal)
    town.clock.advance(86_400_000)
    await write()
    for (const each of [client, late.client]) each.disconnect()
  })

  it('is suspended in the chat also where they were never in it before', async () => {
    const { email, ...provider } = await createProvider(town)
    const until = new Date(town.clock.now().getTime() + 86_400_000).toISOString()
    await town.call(
      suspendProvider,
      { params: { id: provider.id }, body: { reason: 'No insurance', until } },
      marketplace,
    )
    await town.deps.jobs.runDue()
    const { client } = await device(email)
    await expect(client.openDirect('cus_1')).rejects.toMatchObject({ failure: { code: 17 } })
    client.disconnect()
  })
})
