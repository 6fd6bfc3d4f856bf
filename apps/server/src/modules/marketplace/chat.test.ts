import { createChatClient, socketTransport } from '@fettle/chat-client'
import { getStreamToken } from '@fettle/protocol/workspace/channels'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
  getMarketplaceFile,
  sendMarketplaceFile,
  setMarketplacePresence,
} from '@fettle/protocol/marketplace/chat'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { asFile, pdf, picture } from '../../../testing/fixtures/files.ts'
import { createCustomer, createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'
import { crashBeforeCommit } from '../../../testing/suites/replay/crash-simulation.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
let provider: TestProvider

beforeAll(async () => {
  provider = await createProvider(testApp)
})

const nobody = '00000000000000000000000000'

const withKey = (key: string, caller: Caller = marketplace): Caller => ({
  ...caller,
  headers: { ...caller.headers, 'idempotency-key': key },
})

describe("a customer's side of the chat", () => {
  it('sends and reads in order, each message once', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    expect(await testApp.call(createMarketplaceChannel, { body: people }, marketplace)).toEqual({ id, cid })

    const sendMessage = (text: string, key: string) =>
      testApp.call(sendMarketplaceMessage, { params: { id }, body: { text } }, withKey(key))
    const hello = await sendMessage('Good morning', `hello ${customer.id}`)
    await sendMessage('Good morning', `hello ${customer.id}`)
    await sendMessage('Can you come on Tuesday?', `question ${customer.id}`)
    expect(hello).toMatchObject({ channelId: id, authorId: customer.id, kind: 'regular', text: 'Good morning' })
    const read = await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)
    expect(read.map(({ text }) => text)).toEqual(['Good morning', 'Can you come on Tuesday?'])
    const query = { after: hello.seq, customerId: customer.id }
    expect(await testApp.call(listMarketplaceMessages, { params: { id }, query }, marketplace)).toEqual(read.slice(1))
  })

  it('sends photos without their location, and reads them', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const photo = await picture(300, 200)
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const body = { text: 'It looks like this.' }
    const send = (file: File) => testApp.send(sendMarketplaceFile, { params: { id }, body, file }, marketplace)
    const { body: sent } = await send(asFile(photo, 'tap.jpg'))
    const [message] = await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)
    expect(sent).toMatchObject({ data: message })
    expect(message).toMatchObject({
      authorId: customer.id,
      text: 'It looks like this.',
      attachments: [{ kind: 'image', name: 'tap.jpg', mime: 'image/jpeg', width: 300, height: 200 }],
    })
    const params = { id, fileId: message?.attachments[0]?.id ?? '' }
    const { url } = await testApp.call(getMarketplaceFile, { params }, marketplace)
    const { pathname, search, origin } = new URL(url)
    expect(origin).toBe(testApp.deps.config.origin)
    const kept = Buffer.from(await (await fetch(testApp.url + pathname + search)).arrayBuffer())
    const { width, exif } = await sharp(kept).metadata()
    expect([width, exif]).toEqual([300, undefined])
    // The file name does not make it a picture.
    expect(await send(asFile('MZ, as a program begins', 'tap.jpg'))).toMatchObject({
      status: 415,
      body: { code: 'FILE_TYPE_NOT_ALLOWED' },
    })
    const stranger = { params, query: { customerId: (await createCustomer(testApp)).id } }
    expect((await testApp.refusal(getMarketplaceFile, stranger, marketplace)).code).toBe('NOT_FOUND')
  })

  it('keeps one file of a message whose first attempt was sent but not answered', async () => {
    const customer = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const caller = { ...marketplace, headers: { 'idempotency-key': 'a file sent twice' } }
    const send = () =>
      testApp.send(sendMarketplaceFile, { params: { id }, body: {}, file: asFile(pdf(), 'plan.pdf') }, caller)
    expect((await crashBeforeCommit(testApp, send)).status).toBe(500)
    const { body } = await send()
    const [attachment] = body.success ? body.data.attachments : []
    const files = await testApp.db.query(sql`select id from chat.attachments where user_id = ${customer.id}`)
    expect(files).toEqual([{ id: attachment?.id }])
  })

  it('cannot request a job or write while blocked by the provider', async () => {
    const customer = await createCustomer(testApp)
    const own = await createProvider(testApp)
    const people = { customerId: customer.id, providerId: own.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const { appKey, userId, token } = await testApp.call(getStreamToken, {}, own)
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    await client.connect({ appKey, user: { id: userId }, token: async () => token })
    await client.blockChannel(cid, true)
    const body = {
      ...people,
      title: 'Kitchen tap drips',
      startAt: testApp.inHours(60),
      durationMinutes: 60,
      location: { line1: '12 Marina Road', city: 'Lagos', country: 'NG' },
      price: { model: 'TO_QUOTE' as const },
    }
    expect(await testApp.refusal(createMarketplaceBooking, { body }, withKey(`blocked ${customer.id}`))).toMatchObject({
      status: 422,
      issues: [{ field: 'providerId', code: 'NOT_ALLOWED' }],
    })
    const input = { params: { id }, body: { text: 'Hello?' } }
    const refused = { status: 422, issues: [{ field: 'id', code: 'NOT_ALLOWED' }] }
    expect(await testApp.refusal(sendMarketplaceMessage, input, marketplace)).toMatchObject(refused)
    const sent = { params: { id }, body: {}, file: asFile(pdf(), 'plan.pdf') }
    expect(await testApp.refusal(sendMarketplaceFile, sent, marketplace)).toMatchObject(refused)
    expect(await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)).toEqual([])
    // Also after the provider has put the conversation out of sight.
    for (const change of [{ archived: true }, { archived: false, hidden: true }]) {
      await client.setChannel(cid, change)
      const keyed = withKey(`${Object.keys(change).join(' ')} ${customer.id}`)
      expect(await testApp.refusal(createMarketplaceBooking, { body }, keyed)).toMatchObject({
        issues: [{ field: 'providerId', code: 'NOT_ALLOWED' }],
      })
    }
    await client.blockChannel(cid, false)
    client.disconnect()
    const booking = await testApp.call(createMarketplaceBooking, { body }, withKey(`let in ${customer.id}`))
    expect(booking.status).toBe('REQUESTED')
  })

  it('reports presence', async () => {
    const { id } = await createCustomer(testApp)
    const setPresence = (body: { online?: boolean }) =>
      testApp.call(setMarketplacePresence, { params: { id }, body }, marketplace)
    expect([await setPresence({}), await setPresence({ online: false })]).toEqual([{ online: true }, { online: false }])
    const unknown = { params: { id: `cus_${nobody}` }, body: {} }
    expect((await testApp.refusal(setMarketplacePresence, unknown, marketplace)).status).toBe(404)
  })

  it('is a 404 for other customers, and before it was opened', async () => {
    const customer = await createCustomer(testApp)
    const stranger = await createCustomer(testApp)
    const body = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const asStranger = { ...marketplace, headers: { 'x-customer-id': stranger.id } }
    expect((await testApp.refusal(listMarketplaceMessages, { params: { id } }, asStranger)).status).toBe(404)
    expect(
      (await testApp.refusal(sendMarketplaceMessage, { params: { id }, body: { text: 'Hi' } }, asStranger)).status,
    ).toBe(404)
    expect((await testApp.refusal(listMarketplaceMessages, { params: { id: 'nowhere' } }, marketplace)).status).toBe(
      404,
    )
    const unknown = { customerId: `cus_${nobody}`, providerId: provider.id }
    expect((await testApp.refusal(createMarketplaceChannel, { body: unknown }, marketplace)).status).toBe(404)
  })

  it('refuses an empty message and one that is too long', async () => {
    const customer = await createCustomer(testApp)
    const body = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    for (const text of ['', '  ', 'x'.repeat(5001)]) {
      expect(
        (await testApp.refusal(sendMarketplaceMessage, { params: { id }, body: { text } }, marketplace)).status,
      ).toBe(422)
    }
  })
})
