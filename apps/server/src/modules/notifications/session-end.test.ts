import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  resetPassword,
  sendOtp,
} from '@fettle/protocol/accounts/auth'
import { suspendProvider } from '@fettle/protocol/accounts/moderation'
import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { Novu } from '@novu/js'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { latestVerificationCode, PASSWORD } from '../../../testing/fixtures/accounts.ts'
import { createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'

const waitOptions = { timeout: 60_000, interval: 10 }
const newPassword = 'entirely new words'

const testApp = setUpTestApp()
const clients: Novu[] = []
afterAll(() => Promise.all(clients.map((novu) => novu.socket.disconnect())))

const logIn = async ({ email }: TestProvider): Promise<Caller> => {
  const { token } = await testApp.call(login, { body: { emailOrPhone: email, password: PASSWORD, role: 'PROVIDER' } })
  return { token }
}

/** Opens the inbox from a login session like the web app: official client, socket and token. */
async function openInbox(caller: Caller) {
  const access = await testApp.call(getNotificationSession, {}, caller)
  const { applicationIdentifier, subscriberId, subscriberHash } = access
  const openSession = () =>
    fetch(`${access.apiUrl}/v1/inbox/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationIdentifier, subscriberHash, subscriber: { subscriberId } }),
    })
  const { data } = (await (await openSession()).json()) as { data: { token: string } }
  const novu = new Novu({
    applicationIdentifier,
    subscriber: { subscriberId },
    subscriberHash,
    apiUrl: access.apiUrl,
    socketUrl: access.socketUrl,
  })
  clients.push(novu)
  const socket: string[] = []
  novu.on('socket.connect.resolved', ({ error }) => socket.push(error ? 'refused' : 'open'))
  novu.on('socket.disconnect.resolved', () => socket.push('closed'))
  await novu.socket.connect()
  await vi.waitFor(() => expect(socket).toEqual(['open']), waitOptions)
  return {
    socket,
    /** Statuses of the list with the old token and of a new session with the old hash. */
    async statuses() {
      const headers = { authorization: `Bearer ${data.token}` }
      const list = await fetch(`${access.apiUrl}/v1/inbox/notifications`, { headers })
      return [list.status, (await openSession()).status]
    },
  }
}

describe('the inbox of a login session', () => {
  /** Ways in which the first of two login sessions can end, and whether the second survives. */
  const endings: Record<string, (first: Caller, second: Caller, me: TestProvider) => Promise<unknown>> = {
    'logging out': (first) => testApp.call(logout, {}, first),
    'a changed password': (_first, second) =>
      testApp.call(changePassword, { body: { currentPassword: PASSWORD, newPassword } }, second),
    'being ended from another device': async (_first, second) => {
      const others = (await testApp.call(listSessions, {}, second)).filter(({ isCurrent }) => !isCurrent)
      for (const { id } of others) await testApp.call(endSession, { params: { id } }, second)
    },
    'the end of all other sessions': (_first, second) => testApp.call(endOtherSessions, {}, second),
    'a password that was reset': async (_first, _second, { email }) => {
      await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role: 'PROVIDER' } })
      const code = await latestVerificationCode(testApp, email)
      await testApp.call(resetPassword, { body: { email, code, newPassword, role: 'PROVIDER' } })
    },
  }

  it.each(Object.entries(endings))('ends with %s: token, hash and socket', async (name, end) => {
    const me = await createProvider(testApp)
    const [first, second] = [await logIn(me), await logIn(me)]
    const [ended, other] = [await openInbox(first), await openInbox(second)]
    expect(await ended.statuses()).toEqual([200, 201])
    await end(first, second, me)
    expect(await ended.statuses()).toEqual([401, 400])
    await vi.waitFor(() => expect(ended.socket).toEqual(['open', 'closed', 'refused']), waitOptions)
    if (name === 'a password that was reset') return
    expect(await other.statuses()).toEqual([200, 201])
    expect(other.socket).toEqual(['open'])
  })

  it('ends with a suspension; a new one shows the reason', async () => {
    const me = await createProvider(testApp)
    const before = await openInbox(me)
    const until = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    await testApp.call(suspendProvider, { params: { id: me.id }, body: { reason: 'Insurance.', until } }, marketplace)
    expect(await before.statuses()).toEqual([401, 400])
    await vi.waitFor(() => expect(before.socket).toEqual(['open', 'closed', 'refused']), waitOptions)
    testApp.clock.advance(1)
    expect(await (await openInbox(me)).statuses()).toEqual([200, 201])
  })
})
