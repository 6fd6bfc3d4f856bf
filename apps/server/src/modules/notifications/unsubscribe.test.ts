import { Novu } from '@novu/js'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { beforeEach, describe, expect, it } from 'vitest'
import { createProvider, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { notify, type NotificationRequest } from './index.ts'

const testApp = setUpTestApp()
let me: TestProvider
beforeEach(async () => {
  me = await createProvider(testApp)
  await testApp.deps.jobs.runDue()
})

const about = { customerName: 'Ngozi Okafor', customerId: 'cus_1', title: 'New gutters', reference: 'OF-2026-000001' }
const seen = (id: string): NotificationRequest => ({
  workflow: 'offer-viewed',
  providerId: me.id,
  params: about,
  data: { type: 'offer', id },
})
const changes = (id: string): NotificationRequest => ({
  workflow: 'offer-changes-requested',
  providerId: me.id,
  params: { ...about, note: 'Cheaper, please.' },
  data: { type: 'offer', id },
})
const changed: () => NotificationRequest = () => ({
  workflow: 'payout-failed',
  providerId: me.id,
  params: {
    amount: { amount: 100, currency: 'NGN' },
    bankName: 'First Bank',
    lastDigits: '1234',
    note: '',
    fix: 'OTHER',
  },
  data: { type: 'payout', id: 'pay_1' },
})
const sendNotifications = async (...requests: NotificationRequest[]) => {
  for (const request of requests) await testApp.db.transaction((tx) => notify(testApp.deps, tx, request))
  await testApp.deps.jobs.runDue()
}
/** Mails except verification codes. */
const mails = async () =>
  (await testApp.deps.outbox.list(me.email)).filter(({ channel, code }) => channel === 'EMAIL' && !code)
const subjects = async () => (await mails()).map(({ subject }) => subject)
const turnTo = async (hour: number) => {
  const now = testApp.clock.now()
  const at = new Date(now)
  at.setUTCHours(hour, 0, 0, 0)
  await testApp.advance(at.getTime() - now.getTime() + (at <= now ? 24 * HOUR_MS : 0))
}

/** Unsubscribe address from the header of the newest mail. */
const stopUrl = async () => {
  const [mail] = await mails()
  return mail?.unsubscribe?.replace(testApp.deps.config.origin, testApp.url) ?? ''
}
const oneClick = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

describe('the daily summary', () => {
  it('collects low-severity notifications into one silent morning mail', async () => {
    await turnTo(12)
    await sendNotifications(seen('off_1'), seen('off_2'))
    expect(await subjects()).toEqual([])
    await turnTo(7)
    const [mail, more] = await mails()
    expect(more).toBeUndefined()
    expect(mail?.subject).toBe('2 updates')
    expect(mail?.text).toContain('/offers/off_1')
    expect(mail?.html).toContain('/offers/off_2')
    await turnTo(7)
    expect(await subjects()).toHaveLength(1)
  })

  it('with a single item has its title, and waits for quiet hours', async () => {
    const { applicationIdentifier, subscriberId, subscriberHash } = await testApp.call(getNotificationSession, {}, me)
    const novu = new Novu({
      applicationIdentifier,
      subscriber: { subscriberId },
      subscriberHash,
      apiUrl: `${testApp.url}/inbox`,
      socketUrl: testApp.url,
    })
    const hours = { isEnabled: true, hours: [{ start: '10:00 AM', end: '08:00 PM' }] }
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const weeklySchedule = Object.fromEntries(days.map((day) => [day, hours]))
    await novu.preferences.schedule.update({ isEnabled: true, weeklySchedule })
    await turnTo(12)
    await sendNotifications(seen('off_3'))
    await turnTo(7)
    expect(await subjects()).toEqual([])
    await turnTo(9)
    expect(await subjects()).toEqual(['Ngozi Okafor viewed your offer'])
  })
})

describe('the daily summary of a provider who chose a time zone', () => {
  it('comes in the morning there, not in that of the country', async () => {
    await testApp.call(putAvailability, { body: { timeZone: 'Asia/Tokyo', weekly: [] } }, me)
    await turnTo(12)
    await sendNotifications(seen('off_20'))
    await turnTo(22)
    expect(await subjects()).toEqual([])
    await turnTo(23)
    expect(await subjects()).toEqual(['Ngozi Okafor viewed your offer'])
  })
})

describe('unsubscribing by mail', () => {
  it('takes one click in the mail program without logging in, for that group', async () => {
    await turnTo(12)
    await sendNotifications(changes('off_4'))
    expect(await subjects()).toHaveLength(1)
    const answer = await oneClick(await stopUrl())
    expect(answer.status).toBe(200)
    await sendNotifications(changes('off_5'), {
      workflow: 'document-approved',
      providerId: me.id,
      params: { document: 'PASSPORT' },
      data: { type: 'document', id: 'doc_1' },
    })
    expect(await subjects()).toHaveLength(2)
    expect((await mails())[0]?.text).toContain('?tab=documents')
  })

  it('asks a person for confirmation, since scanners follow links, and can be undone', async () => {
    await turnTo(12)
    await sendNotifications(changes('off_6'))
    const url = await stopUrl()
    const page = await fetch(url)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('Stop emails about offers?')
    await sendNotifications(changes('off_7'))
    expect(await subjects()).toHaveLength(2)
    expect(await (await oneClick(url)).text()).toContain('No more emails about offers')
    expect(await (await oneClick(`${url}?again`)).text()).toContain('You get emails about offers again')
    await sendNotifications(changes('off_8'))
    expect(await subjects()).toHaveLength(3)
  })

  it('from the summary stops the summary', async () => {
    await turnTo(12)
    await sendNotifications(seen('off_9'))
    await turnTo(7)
    await oneClick(await stopUrl())
    await sendNotifications(seen('off_10'), changes('off_11'))
    await turnTo(7)
    expect(await subjects()).toHaveLength(2)
  })

  it('is not offered for critical kinds', async () => {
    await turnTo(12)
    await sendNotifications(changed())
    const [mail] = await mails()
    expect(mail?.subject).toContain('failed')
    expect(mail?.unsubscribe).toBeUndefined()
    expect(mail?.text).not.toContain('Stop emails')
  })

  it.each(['nonsense', 'a.b', 'a.b.c', '.x'])('needs our signature: %s', async (token) => {
    const answer = await oneClick(`${testApp.url}/v2/public/unsubscribe/${token}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('This link is incomplete')
  })

  it('refuses a modified link', async () => {
    await turnTo(12)
    await sendNotifications(changes('off_12'))
    const [payload = '', signature = ''] = (await stopUrl()).split('/').at(-1)?.split('.') ?? []
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('offers', 'bookings')).toString(
      'base64url',
    )
    expect((await oneClick(`${testApp.url}/v2/public/unsubscribe/${other}.${signature}`)).status).toBe(404)
  })
})
