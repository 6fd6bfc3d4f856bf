import { endSession, listSessions, login, logout } from '@fettle/protocol/auth'
import { getStreamToken } from '@fettle/protocol/channels'
import { createChatClient, socketTransport } from '@fettle/chat-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../testing/newcomers.ts'
import { createProvider } from '../../../testing/people.ts'
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
