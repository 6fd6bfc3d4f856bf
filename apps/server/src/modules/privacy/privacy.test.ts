import { login, sendStepUpCode, stepUp } from '@fettle/protocol/accounts/auth'
import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { createChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { saveCustomerNotes } from '@fettle/protocol/workspace/customers'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { rejectDocument, uploadDocument } from '@fettle/protocol/accounts/documents'
import { createTimeOff } from '@fettle/protocol/availability/availability'
import { createPriceBookItem } from '@fettle/protocol/offers/price-book'
import { createTicket } from '@fettle/protocol/support/tickets'
import { closeAccount, getDataExport, requestDataExport } from '@fettle/protocol/accounts/privacy'
import { getProfile, saveLanguage, saveProfilePicture } from '@fettle/protocol/accounts/profile'
import { payPayout, requestPayout, returnPayout } from '@fettle/protocol/earnings/payouts'
import { getReferrals, sendInvites } from '@fettle/protocol/accounts/referrals'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { listInvoices, voidInvoice } from '@fettle/protocol/invoices/invoices'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { createMarketplaceBooking, getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { acceptOffer } from '@fettle/protocol/marketplace/offers'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { strFromU8, unzipSync } from 'fflate'
import { Novu } from '@novu/js'
import { describe, expect, it, vi } from 'vitest'
import { asFile, pdf, picture } from '../../../testing/fixtures/files.ts'
import {
  registrationForm,
  latestVerificationCode,
  PASSWORD,
  createSignedInAccount,
  statusesOf,
} from '../../../testing/fixtures/accounts.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { earningsOf } from '../../../testing/fixtures/earnings-scenario.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import { failWrites } from '../../../testing/fixtures/faults.ts'
import { addAuthenticator, totpCodeOf } from '../../../testing/fixtures/second-factors.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { SYSTEM_ACTOR } from '../../platform/acting-party.ts'
import { sql } from '../../platform/db/db.ts'
import { storeText, textIn } from '../../platform/locale/messages.ts'
import { lockParties } from '../customers/index.ts'
import { reverseInvoice } from '../invoices/index.ts'
import { notify } from '../notifications/index.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

const prove = (me: Caller) => testApp.call(stepUp, { body: { password: PASSWORD } }, me)

async function postToChannel({ id }: TestProvider, path: string, body: object) {
  const response = await fetch(`${testApp.url}/chat/v1/channels/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-app-key': testApp.deps.secrets.chatAppKey,
      authorization: `Bearer ${testApp.app.chat.signToken(id)}`,
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

const replyInThread = (provider: TestProvider, cid: string, reply: { parentId: string; text: string }) =>
  postToChannel(provider, `${cid}/messages`, {
    message: { id: '0193e8a0-0000-7000-8000-000000000001', ...reply },
  })

/** A provider with records of every kind. */
async function busyProvider(): Promise<TestProvider> {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const { id } = await requestBooking(testApp, { provider, customer })
  await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
  const notes = { note: 'Key at the gate.', tags: ['VIP'] }
  await testApp.call(saveCustomerNotes, { params: { id: customer.id }, body: notes }, provider)
  const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
  const body = { customerId: customer.id, text: 'Is Tuesday still fine?' }
  const asked = await testApp.call(sendMarketplaceMessage, { params: { id: channel.id }, body }, marketplace)
  await replyInThread(provider, channel.cid, { parentId: asked.id, text: 'Yes, at nine.' })
  const file = asFile(pdf(), 'passport.pdf')
  const document = await testApp.call(uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  const rejection = { code: 'BLURRY', note: 'Page two.' } as const
  await testApp.call(rejectDocument, { params: { id: document.id }, body: rejection }, marketplace)
  await testApp.call(saveProfilePicture, { file: asFile(await picture(200, 200)) }, provider)
  await testApp.call(sendInvites, { body: { destinations: [`friend-of-${provider.email}`] } }, provider)
  const price = { kind: 'LABOUR', name: 'Replace a tap', unit: 'ITEM', unitPrice: 1_500_000 } as const
  await testApp.call(createPriceBookItem, { body: price }, provider)
  const [startAt = '', endAt = ''] = [30, 31].map((days) =>
    new Date(+testApp.clock.now() + days * DAY_MS).toISOString(),
  )
  await testApp.call(createTimeOff, { body: { startAt, endAt, reason: 'Wedding' } }, provider)
  const { applicationIdentifier, ...subscriber } = await testApp.call(getNotificationSession, {}, provider)
  const novu = new Novu({
    applicationIdentifier,
    subscriber: { subscriberId: subscriber.subscriberId },
    subscriberHash: subscriber.subscriberHash,
    apiUrl: `${testApp.url}/inbox`,
    socketUrl: testApp.url,
  })
  const weeklySchedule = { monday: { isEnabled: false } }
  await novu.preferences.schedule.update({ isEnabled: true, weeklySchedule })
  await novu.preferences.update({ workflowId: 'offer-viewed', channels: { email: false } })
  return provider
}

describe('the data export', () => {
  it('contains everything in one file that is deleted after a week', async () => {
    const me = await busyProvider()
    expect(await testApp.call(getDataExport, {}, me)).toMatchObject({ status: 'NONE', url: null })
    await prove(me)
    const { secret } = await addAuthenticator(testApp, me)
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
    const { status, body } = await testApp.send(requestDataExport, {}, me)
    expect([status, body]).toMatchObject([202, { data: { status: 'PREPARING' } }])
    await testApp.deps.jobs.runDue()
    const ready = await testApp.call(getDataExport, {}, me)
    expect(ready).toMatchObject({ status: 'READY', size: expect.any(Number) })
    const mails = await testApp.deps.outbox.list(me.email)
    expect(mails.map(({ subject }) => subject)).toContain('Your Fettle data is ready')
    const response = await fetch(testApp.url + String(ready.url))
    expect(response.headers.get('content-disposition')).toContain('fettle-data.zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const part = (name: string): unknown => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()))
    expect(part('profile')).toMatchObject({ id: me.id, accountNumber: '0123456785' })
    expect(part('sessions')).toHaveLength(1)
    expect(part('second-factors')).toMatchObject([{ kind: 'TOTP', name: 'Authenticator app' }])
    expect(JSON.stringify(part('second-factors'))).not.toContain(secret)
    const fix = 'Hold the phone still, in good light, until the text is sharp.'
    expect(part('documents')).toMatchObject([{ type: 'PASSPORT', fileName: 'passport.pdf', rejection: { fix } }])
    expect(part('referrals')).toMatchObject({ invites: [{ channel: 'EMAIL' }] })
    expect(part('bookings')).toMatchObject([{ title: 'Fix the kitchen tap', status: 'CONFIRMED', timeline: [{}, {}] }])
    expect(part('customer-notes')).toMatchObject([{ note: 'Key at the gate.', tags: ['VIP'] }])
    const texts = ['Is Tuesday still fine?', 'Yes, at nine.'].map((text) => expect.objectContaining({ text }))
    expect(part('conversations')).toMatchObject([{ messages: expect.arrayContaining(texts) }])
    expect(part('availability')).toMatchObject({ weekly: expect.any(Array), timeOff: [{ reason: 'Wedding' }] })
    expect(part('price-book')).toMatchObject([{ name: 'Replace a tap' }])
    expect(part('notifications')).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: expect.stringContaining("wasn't accepted") })]),
    )
    expect(part('notification-preferences')).toEqual({
      channels: {},
      quietHours: { isEnabled: true, weeklySchedule: { monday: { isEnabled: false } } },
      workflows: { 'offer-viewed': { email: false } },
    })
    expect(part('history')).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'provider.onboarded' })]))
    expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toHaveLength(2)
    await testApp.advance(7 * DAY_MS + 3_600_000)
    expect(await testApp.call(getDataExport, {}, me)).toMatchObject({ status: 'NONE', url: null })
  })

  it('contains recurring bookings, scheduled messages and credit notes', async () => {
    const { provider: me, customer, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, me, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    const [invoice] = await testApp.call(listInvoices, {}, me)
    const voiding = { params: { id: String(invoice?.id) }, body: { reason: 'The wrong customer.' } }
    await testApp.call(voidInvoice, voiding, me)
    const [startAt, sendAt] = [30, 1].map((days) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString())
    const recurrence = { rule: { freq: 'WEEKLY' as const, interval: 1, count: 3 } }
    await requestBooking(testApp, { provider: me, customer, startAt: String(startAt), recurrence })
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, me)
    const message = { id: '0193e8a0-0000-7000-8000-000000000002', text: 'See you tomorrow.' }
    await postToChannel(me, `${channel.cid}/scheduled`, { message, sendAt })
    await testApp.db.execute(sql`
      insert into booking_series
      select (jsonb_populate_record(s, jsonb_build_object('id', 'copy ' || n, 'head_booking_id', null))).*
      from booking_series s, generate_series(1, 200) as n where s.provider_id = ${me.id}`)
    await prove(me)
    await testApp.call(requestDataExport, {}, me)
    await testApp.deps.jobs.runDue()
    const { url } = await testApp.call(getDataExport, {}, me)
    const files = unzipSync(new Uint8Array(await (await fetch(testApp.url + String(url))).arrayBuffer()))
    const part = (name: string): unknown => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()))
    expect(part('invoices')).toMatchObject([
      { status: 'VOID', credits: [{ number: 'CN-2026-000001', reason: 'The wrong customer.' }] },
    ])
    expect(part('series')).toHaveLength(201)
    expect(part('series')).toContainEqual(
      expect.objectContaining({
        rule: expect.objectContaining({ freq: 'WEEKLY', count: 3 }),
        customer: expect.objectContaining({ id: customer.id, phone: expect.stringContaining('•') }),
      }),
    )
    expect(part('scheduled-messages')).toMatchObject([{ cid: channel.cid, text: 'See you tomorrow.', sendAt }])
  })

  it('says in words why a payment was returned', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, me, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    const [invoice] = await testApp.call(listInvoices, {}, me)
    const body = { invoiceId: String(invoice?.id), amount: 1_500_000 }
    await testApp.call(recordMarketplacePayment, { body }, marketplace)
    const reason = storeText({ code: 'credit.not-owed' })
    await testApp.deps.db.transaction((tx) =>
      reverseInvoice(testApp.deps, tx, { type: 'BOOKING', id }, { actor: SYSTEM_ACTOR, reason }),
    )
    await prove(me)
    await testApp.call(requestDataExport, {}, me)
    await testApp.deps.jobs.runDue()
    const { url } = await testApp.call(getDataExport, {}, me)
    const files = unzipSync(new Uint8Array(await (await fetch(testApp.url + String(url))).arrayBuffer()))
    const invoices: unknown = JSON.parse(strFromU8(files['invoices.json'] ?? new Uint8Array()))
    expect(invoices).toMatchObject([
      { payments: [{ status: 'REFUNDED', note: textIn('en', { code: 'credit.not-owed' }) }] },
    ])
  })

  it("is in the account's language, system messages of tickets too", async () => {
    const me = await createProvider(testApp)
    await testApp.call(saveLanguage, { body: { locale: 'fr' } }, me)
    const body = { category: 'OTHER', subject: 'The app is slow', text: 'Since this morning.', anyway: false } as const
    await testApp.call(createTicket, { body }, me)
    await testApp.advance(7 * DAY_MS)
    await prove(me)
    await testApp.call(requestDataExport, {}, me)
    await testApp.deps.jobs.runDue()
    const { url } = await testApp.call(getDataExport, {}, me)
    const files = unzipSync(new Uint8Array(await (await fetch(testApp.url + String(url))).arrayBuffer()))
    const tickets = strFromU8(files['tickets.json'] ?? new Uint8Array())
    expect(tickets).toContain('SYSTEM')
    expect(tickets).not.toContain('We promised')
    expect(tickets).toContain('réponse')
  })

  it('is stored once: an earlier file is deleted, and one that could not be deleted later', async () => {
    const me = await createProvider(testApp)
    const stored = async () => {
      const keys: string[] = []
      for await (const key of testApp.deps.files.list()) if (key.startsWith('export/')) keys.push(key)
      return keys
    }
    const others = await stored()
    const request = async () => {
      await prove(me)
      await testApp.call(requestDataExport, {}, me)
      await testApp.deps.jobs.runDue()
      return (await stored()).filter((key) => !others.includes(key))
    }
    const first = await request()
    testApp.clock.advance(DAY_MS)
    const second = await request()
    expect([first.length, second.length]).toEqual([1, 1])
    expect(second).not.toEqual(first)
    const remove = vi.spyOn(testApp.deps.files, 'remove').mockRejectedValueOnce(new Error('The store is away.'))
    testApp.clock.advance(7 * DAY_MS + 3_600_000)
    await testApp.deps.jobs.runDue().catch(() => undefined)
    expect(await stored()).toEqual(expect.arrayContaining(second))
    remove.mockRestore()
    await testApp.advance(3_600_000)
    expect(await stored()).not.toEqual(expect.arrayContaining(second))
    expect(await testApp.call(getDataExport, {}, me)).toMatchObject({ status: 'NONE' })
  })

  it('leaves no other file behind when its first attempt ends before the file is recorded', async () => {
    const me = await createProvider(testApp)
    await prove(me)
    using put = vi.spyOn(testApp.deps.files, 'put')
    using send = vi.spyOn(testApp.deps.outbox, 'send').mockRejectedValueOnce(new Error('The process ends.'))
    await testApp.call(requestDataExport, {}, me)
    await expect(testApp.deps.jobs.runDue()).rejects.toThrow('The process ends.')
    await testApp.advance(60_000)
    expect(send).toHaveBeenCalledTimes(2)
    expect(put).toHaveBeenCalledTimes(2)
    expect(new Set(put.mock.calls.map(([key]) => key)).size).toBe(1)
    expect(await testApp.call(getDataExport, {}, me)).toMatchObject({ status: 'READY' })
  })

  it('stays when its job is repeated after the file was recorded', async () => {
    const me = await createProvider(testApp)
    await prove(me)
    await testApp.call(requestDataExport, {}, me)
    await testApp.deps.jobs.runDue()
    const requestedAt = testApp.clock.now().toISOString()
    await testApp.deps.jobs.add(testApp.db, 'privacy.export', { providerId: me.id, requestedAt })
    await testApp.deps.jobs.runDue()
    const { url } = await testApp.call(getDataExport, {}, me)
    expect((await fetch(testApp.url + String(url))).status).toBe(200)
  })

  it('needs a step-up, and is created once a day', async () => {
    const me = await createSignedInAccount(testApp)
    expect(await testApp.refusal(requestDataExport, {}, me)).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    await prove(me)
    const replies = await Promise.all([1, 2, 3].map(() => testApp.send(requestDataExport, {}, me)))
    expect(statusesOf(replies)).toEqual([202, 429, 429])
    testApp.clock.advance(DAY_MS)
    await prove(me)
    expect((await testApp.send(requestDataExport, {}, me)).status).toBe(202)
  })
})

describe('closing an account', () => {
  const close = (me: Caller) => testApp.send(closeAccount, { body: { reason: 'Moving away.' } }, me)

  it('needs a step-up and no open work', async () => {
    const me = await busyProvider()
    expect((await close(me)).body).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    await prove(me)
    expect((await close(me)).body).toMatchObject({
      status: 409,
      code: 'ACCOUNT_IN_USE',
      message: 'Settle these first: 1 open booking.',
    })
  })

  it('during a concurrent request either fails or prevents the request, in five of five runs', async () => {
    const customer = await createCustomer(testApp)
    for (let round = 0; round < 5; round += 1) {
      const me = await createProvider(testApp)
      await prove(me)
      const body = {
        customerId: customer.id,
        providerId: me.id,
        title: 'Fix the kitchen tap',
        startAt: new Date(testApp.clock.now().getTime() + DAY_MS).toISOString(),
        durationMinutes: 60,
        location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
      }
      const [bookingReplies, closed] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => testApp.send(createMarketplaceBooking, { body }, marketplace))),
        close(me),
      ])
      const { open } = await testApp.db.one<{ open: number }>(sql`
        select count(*) as open from bookings where provider_id = ${me.id} and status = 'REQUESTED'`)
      if (closed.body.success) expect(open).toBe(0)
      else expect(closed.body).toMatchObject({ status: 409, code: 'ACCOUNT_IN_USE' })
      for (const reply of bookingReplies.filter(({ status }) => status !== 201)) {
        expect(reply.body).toMatchObject({ status: 404, message: "We couldn't find that provider." })
      }
    }
  })

  it('waits for a pending request and counts it, and recurring bookings too', async () => {
    const me = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await prove(me)
    const startAt = new Date(testApp.clock.now().getTime() + DAY_MS).toISOString()
    const recurrence = { rule: { freq: 'WEEKLY' as const, interval: 1, count: 3 } }
    const { closing } = await testApp.deps.db.transaction(async (tx) => {
      await lockParties(tx, { providerId: me.id, customerId: customer.id })
      const sent = close(me)
      await waitForLocks(testApp)
      await requestBooking(testApp, { provider: me, customer, startAt, recurrence })
      return { closing: sent }
    })
    expect((await closing).body).toMatchObject({
      code: 'ACCOUNT_IN_USE',
      message: 'Settle these first: 1 open booking and 1 recurring booking.',
    })
  })

  it('leaves no offer that its customer could still accept', async () => {
    const { provider: me, sent, accepting, readAsCustomer } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await sent()
    await prove(me)
    expect((await close(me)).status).toBe(200)
    expect(await testApp.refusal(acceptOffer, await accepting(id), marketplace)).toMatchObject({
      status: 404,
      message: "We couldn't find that provider.",
    })
    expect(await readAsCustomer(id)).toMatchObject({ status: 'SENT' })
  })

  it('waits for an accepted offer that is not booked yet', async () => {
    const { provider: me, sent, accepting } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await sent()
    expect(await testApp.call(acceptOffer, await accepting(id), marketplace)).toMatchObject({ status: 'ACCEPTED' })
    await prove(me)
    expect((await close(me)).body).toMatchObject({
      code: 'ACCOUNT_IN_USE',
      message: 'Settle these first: 1 accepted offer.',
    })
  })

  it('signs out, hides the provider, and is undone by logging in within thirty days', async () => {
    const me = await createProvider(testApp)
    await prove(me)
    const { body } = await close(me)
    expect(body).toMatchObject({
      data: { closesAt: new Date(testApp.clock.now().getTime() + 30 * DAY_MS).toISOString() },
    })
    expect((await testApp.send(getProfile, {}, me)).status).toBe(401)
    const listed = async () => (await testApp.call(listProviders, {}, marketplace)).some(({ id }) => id === me.id)
    expect(await listed()).toBe(false)
    await testApp.advance(29 * DAY_MS)
    const back = await testApp.call(login, { body: { emailOrPhone: me.email, password: PASSWORD, role } })
    expect(await testApp.call(getProfile, {}, back)).toMatchObject({ id: me.id, isOnboarded: true })
    expect(await listed()).toBe(true)
    expect((await testApp.deps.outbox.list(me.email)).map(({ subject }) => subject)).toContain(
      'Your Fettle account stays open',
    )
    await testApp.advance(2 * DAY_MS)
    expect(await testApp.call(getProfile, {}, back)).toMatchObject({ email: me.email })
  })

  it('names the day of the end where the provider is', async () => {
    const me = await createProvider(testApp)
    const now = testApp.clock.now()
    // Half past midnight in Lagos.
    testApp.clock.advance((23.5 * HOUR_MS - (+now % DAY_MS) + DAY_MS) % DAY_MS)
    await prove(me)
    await close(me)
    const lastDay = new Date(+testApp.clock.now() + 30 * DAY_MS + HOUR_MS)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(lastDay)
    const mails = await testApp.deps.outbox.list(me.email)
    expect(mails.find(({ subject }) => subject === 'Your Fettle account will be closed')?.text).toContain(`on ${day}.`)
  })

  it('deletes everything after thirty days, and frees email and phone', async () => {
    const me = await createProvider(testApp)
    const { phone } = await testApp.call(getProfile, {}, me)
    await testApp.call(uploadDocument, { body: { type: 'PASSPORT' }, file: asFile(pdf({ note: 'closing' })) }, me)
    await testApp.call(getReferrals, {}, me)
    const price = { kind: 'LABOUR', name: 'Replace a tap', unit: 'ITEM', unitPrice: 1_500_000 } as const
    await testApp.call(createPriceBookItem, { body: price }, me)
    const checklist = { name: 'Safety', items: [{ label: 'Gas off', type: 'CHECK' as const, required: true }] }
    await testApp.call(createChecklistTemplate, { body: checklist }, me)
    const inboxed = () => testApp.db.one(sql`select count(*) from inbox.notifications where subscriber_id = ${me.id}`)
    await testApp.deps.db.transaction((tx) =>
      notify(testApp.deps, tx, {
        workflow: 'document-approved',
        providerId: me.id,
        params: { document: 'PASSPORT' },
        data: { type: 'document', id: 'doc_1' },
      }),
    )
    await testApp.deps.jobs.runDue()
    expect(await inboxed()).toEqual({ count: 1 })
    await testApp.app.chat.upsertUsers([{ id: me.id, name: 'Ada Obi', role: 'provider' }])
    await prove(me)
    await close(me)
    await testApp.advance(30 * DAY_MS + 3_600_000)
    const account = await testApp.db.one(sql`
      select email, phone, first_name, last_name, password_hash, closed_at is not null as closed from accounts where id = ${me.id}`)
    expect(account).toEqual({
      email: `${me.id.toLowerCase()}@closed.invalid`,
      phone: null,
      first_name: 'Closed',
      last_name: 'account',
      password_hash: null,
      closed: true,
    })
    const left = await testApp.db.one(sql`
      select (select count(*) from files where owner_id = ${me.id}) + (select count(*) from documents where provider_id = ${me.id})
        + (select count(*) from sessions where account_id = ${me.id}) + (select count(*) from referral_codes where provider_id = ${me.id})
        + (select count(*) from price_book_items where provider_id = ${me.id}) + (select count(*) from checklist_templates where provider_id = ${me.id})
        + (select count(*) from profiles where account_id = ${me.id} and (address is not null or account_number is not null)) as count`)
    expect(left).toEqual({ count: 0 })
    const remainingNotifications = await testApp.db.one(sql`
      select (select count(*) from notifications where provider_id = ${me.id})
        + (select count(*) from inbox.notifications where subscriber_id = ${me.id})
        + (select count(*) from inbox.preferences where subscriber_id = ${me.id})
        + (select count(*) from inbox.subscribers where subscriber_id = ${me.id}) as count`)
    expect(remainingNotifications).toEqual({ count: 0 })
    const inChat = await testApp.db.one(sql`
      select name, image, deleted_at is not null as deleted from chat.users where id = ${me.id}`)
    expect(inChat).toMatchObject({ image: null, deleted: true })
    expect(JSON.stringify(inChat)).not.toContain('Obi')
    const gone = await testApp.refusal(login, { body: { emailOrPhone: me.email, password: PASSWORD, role } })
    expect(gone.code).toBe('INVALID_CREDENTIALS')
    await createSignedInAccount(testApp, { email: me.email, phone })
    // The second run finds nothing to do.
    await testApp.advance(3_600_000)
    expect(
      (await testApp.deps.outbox.list(me.email)).filter(({ subject }) => subject.endsWith('is closed')),
    ).toHaveLength(1)
  })

  it('is put off by thirty days while money is open, and works once that is paid out, however little', async () => {
    const jobs = await createBookingScenario(testApp)
    const me = jobs.provider
    const { readyToBePaid, requestPayout: pay } = earningsOf(testApp, () => jobs)
    await readyToBePaid()
    const payParams = ({ id }: { id: string }) => ({ params: { id }, body: {} })
    await testApp.call(payPayout, payParams(await pay(1_300_000)), marketplace)
    await prove(me)
    expect((await close(me)).body).toMatchObject({
      message: 'Settle these first: a balance that has not been paid out.',
    })
    const rest = await pay()
    await testApp.call(payPayout, payParams(rest), marketplace)
    await prove(me)
    expect((await close(me)).status).toBe(200)
    const failure = { params: { id: rest.id }, body: { code: 'INVALID_ACCOUNT' as const } }
    await testApp.call(returnPayout, failure, marketplace)
    await testApp.advance(30 * DAY_MS + HOUR_MS)
    await testApp.advance(HOUR_MS)
    const mails = (await testApp.deps.outbox.list(me.email)).filter(({ subject }) => subject.includes('not closed yet'))
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining(
        "We haven't closed your account, because you still have a balance that has not been paid",
      ),
    ])
    const accountOf = () => testApp.db.one(sql`select closed_at as closed from accounts where id = ${me.id}`)
    expect(await accountOf()).toMatchObject({ closed: null })
    expect((await testApp.call(listProviders, {}, marketplace)).some(({ id }) => id === me.id)).toBe(false)
    const back = await testApp.call(login, { body: { emailOrPhone: me.email, password: PASSWORD, role } })
    await prove(back)
    const last = await testApp.call(requestPayout, { body: {} }, back)
    expect(last).toMatchObject({ amount: ngn(50_000) })
    await testApp.call(payPayout, payParams(last), marketplace)
    expect((await close(back)).status).toBe(200)
    await testApp.advance(30 * DAY_MS + HOUR_MS)
    expect(await accountOf()).toMatchObject({ closed: expect.any(Date) })
  })

  it("removes the name from timelines, and the address from the inviter's list", async () => {
    const inviter = await createProvider(testApp)
    const { email } = registrationForm()
    await testApp.call(sendInvites, { body: { destinations: [String(email)] } }, inviter)
    const me = await createProvider(testApp, { email })
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider: me, customer })
    const reason = { reasonCode: 'TOO_FAR' } as const
    await testApp.call(declineBooking, { params: { id }, body: reason }, me)
    await prove(me)
    await close(me)
    await testApp.advance(30 * DAY_MS + 3_600_000)
    const { timeline } = await testApp.call(getMarketplaceBooking, { params: { id } }, marketplace)
    expect(timeline.map(({ actor }) => actor.name)).toEqual([expect.any(String), 'Closed account'])
    expect(await testApp.db.query(sql`select from referrals where destination = ${email}`)).toEqual([])
  })

  it('is not held up by an account that cannot be closed', async () => {
    const [broken, me] = [await createProvider(testApp), await createProvider(testApp)]
    for (const each of [broken, me]) {
      await prove(each)
      await close(each)
      testApp.clock.advance(1_000)
    }
    const isClosed = async ({ id }: TestProvider) =>
      (
        await testApp.db.one<{ closed: boolean }>(
          sql`select closed_at is not null as closed from accounts where id = ${id}`,
        )
      ).closed
    const repair = await failWrites(testApp, { table: 'accounts', column: 'id', id: broken.id })
    testApp.clock.advance(30 * DAY_MS + 3_600_000)
    await expect(testApp.deps.jobs.runDue()).rejects.toThrow('accounts_fault')
    expect([await isClosed(broken), await isClosed(me)]).toEqual([false, true])
    await repair()
    await testApp.advance(3_600_000)
    expect(await isClosed(broken)).toBe(true)
  })

  it('works with a code for accounts without a password', async () => {
    const me = await createSignedInAccount(testApp)
    await testApp.call(sendStepUpCode, {}, me)
    await testApp.call(stepUp, { body: { code: await latestVerificationCode(testApp, me.email) } }, me)
    expect((await close(me)).status).toBe(200)
  })
})
