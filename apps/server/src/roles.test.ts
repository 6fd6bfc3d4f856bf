import { login } from '@fettle/protocol/accounts/auth'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer, createProvider, requestBooking } from '../testing/fixtures/providers.ts'
import { startTestApp, type TestApp } from '../testing/app/test-app.ts'
import { createLocalBus } from './platform/redis/bus.ts'
import { sql } from './platform/db/db.ts'

/** One product as three processes: the chat, the inbox with the timers, and the API with the pages. */
let chat: TestApp
let inbox: TestApp
let webApp: TestApp
beforeAll(async () => {
  const bus = createLocalBus()
  chat = await startTestApp({ bus, config: { roles: ['chat'] } })
  inbox = await startTestApp({
    bus,
    sharesDatabaseWith: chat,
    config: { roles: ['inbox', 'worker'], chatUrl: chat.url },
  })
  webApp = await startTestApp({ bus, sharesDatabaseWith: chat, config: { roles: ['web', 'api'], chatUrl: chat.url } })
})
afterAll(async () => {
  await webApp.close()
  await inbox.close()
  await chat.close()
})

const statusOf = async (testApp: TestApp, path: string, method = 'GET') =>
  (await fetch(testApp.url + path, { method, headers: { 'content-type': 'application/json' } })).status

describe('processes with different roles on one database', () => {
  it('serve their own parts only, and report their health', async () => {
    for (const testApp of [chat, inbox, webApp]) expect(await statusOf(testApp, '/health/ready')).toBe(200)
    const served = async (path: string, method?: string) =>
      Promise.all([chat, inbox, webApp].map(async (testApp) => (await statusOf(testApp, path, method)) !== 404))
    expect(await served('/chat/v1/unread')).toEqual([true, false, false])
    expect(await served('/chat/v1/polling', 'POST')).toEqual([true, false, false])
    expect(await served('/inbox/v1/inbox/notifications/count')).toEqual([false, true, false])
    expect(await served('/v2/profile')).toEqual([false, false, true])
    expect(await served('/dev/outbox.json')).toEqual([false, false, true])
    expect(await served('/v2/openapi.json')).toEqual([false, false, true])
  })

  it('reach each other: the API opens chat channels and issues valid tokens', async () => {
    const provider = await createProvider(webApp)
    const customer = await createCustomer(webApp)
    await requestBooking(webApp, { provider, customer })
    const { channel } = await webApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const seen = await fetch(`${chat.url}/chat/v1/channels/${channel.cid}`, {
      headers: { authorization: `Bearer ${provider.streamToken}`, 'x-app-key': chat.deps.secrets.chatAppKey },
    })
    expect(await seen.json()).toMatchObject({ channel: { cid: channel.cid } })
  })

  it('run their own jobs: the worker processes those of the API, and the inbox notifies', async () => {
    const provider = await createProvider(webApp)
    const customer = await createCustomer(webApp)
    await webApp.deps.jobs.runDue()
    await requestBooking(webApp, { provider, customer, title: 'Mend the gate' })
    const session = await webApp.call(getNotificationSession, {}, provider)
    const stored = () =>
      inbox.db.query(sql`select id from inbox.notifications where subscriber_id = ${session.subscriberId}`)
    expect(await stored()).toEqual([])
    await inbox.deps.jobs.runDue()
    expect(await stored()).not.toEqual([])
  })

  it('ask to repeat calls that need the chat while it is down, and serve all others', async () => {
    const withoutChat = await startTestApp({
      sharesDatabaseWith: chat,
      config: { roles: ['api'], chatUrl: 'http://127.0.0.1:9' },
    })
    const provider = await createProvider(webApp)
    const customer = await createCustomer(webApp)
    await requestBooking(webApp, { provider, customer })
    const refused = await withoutChat.refusal(createChannel, { body: { participantId: customer.id } }, provider)
    expect(refused).toMatchObject({ success: false, code: 'MAINTENANCE' })
    const body = { emailOrPhone: provider.email, password: 'wrong', role: 'PROVIDER' as const }
    expect(await withoutChat.refusal(login, { body })).toMatchObject({ status: 401 })
    await withoutChat.close()
  })
})
