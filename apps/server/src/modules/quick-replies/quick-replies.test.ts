import {
  createQuickReply,
  getReplyFacts,
  listQuickReplies,
  orderQuickReplies,
  removeQuickReply,
  saveQuickReply,
} from '@fettle/protocol/workspace/quick-replies'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { quickReplyLimits } from '@fettle/protocol/workspace/constants'
import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import { createUpload } from '@fettle/protocol/common/uploads'
import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { beforeAll, describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../testing/fixtures/files.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()
let me: TestProvider
beforeAll(async () => {
  me = await createProvider(testApp, { firstName: 'Ada' })
})

const keep = (shortcut: string, text = 'I am on my way.', who: TestProvider = me, attachmentIds: string[] = []) =>
  testApp.call(createQuickReply, { body: { shortcut, text, attachmentIds } }, who)
const list = (who: TestProvider = me) => testApp.call(listQuickReplies, {}, who)
const upload = async (purpose: UploadPurpose = 'CHAT', who: TestProvider = me) =>
  (await testApp.call(createUpload, { body: { purpose }, file: asFile(await picture(700, 700), 'tap.jpg') }, who)).id

describe('a quick reply', () => {
  it('is stored by shortcut, for its owner only', async () => {
    const { id } = await keep(' On-My-Way ', 'On my way,\n{{customer.firstName}}!')
    expect((await list()).find((each) => each.id === id)).toMatchObject({
      shortcut: 'on-my-way',
      text: 'On my way,\n{{customer.firstName}}!',
      attachments: [],
      version: 1,
    })
    expect(await list(await createProvider(testApp))).toEqual([])
  })

  it('is updated and deleted, with events to its owner only', async () => {
    const { id, version } = await keep('price')
    const body = { shortcut: 'prices', text: 'From 5,000.' }
    const changed = await testApp.call(saveQuickReply, { params: { id }, body: { ...body, version } }, me)
    expect(changed).toMatchObject({ ...body, version: version + 1 })
    const stranger = await createProvider(testApp)
    for (const operation of [saveQuickReply, removeQuickReply]) {
      const refusal = await testApp.refusal(operation, { params: { id }, body }, stranger)
      expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND', message: "We couldn't find that quick reply." })
    }
    await testApp.call(removeQuickReply, { params: { id } }, me)
    expect((await list()).map((each) => each.id)).not.toContain(id)
    expect(await testApp.refusal(removeQuickReply, { params: { id } }, me)).toMatchObject({ status: 404 })
  })

  it('is not changed by an outdated version', async () => {
    const { id, version } = await keep('stale')
    const body = { shortcut: 'stale', text: 'New.', version }
    await testApp.call(saveQuickReply, { params: { id }, body }, me)
    expect(
      await testApp.refusal(saveQuickReply, { params: { id }, body: { ...body, text: 'Old.' } }, me),
    ).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      details: { current: { text: 'New.' } },
    })
  })

  it('has a unique shortcut, also concurrently', async () => {
    const two = await Promise.all(
      [1, 2].map(() => testApp.send(createQuickReply, { body: { shortcut: 'twice', text: 'x' } }, me)),
    )
    expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
    const other = await keep('other-name')
    const body = { shortcut: 'twice', text: 'x' }
    expect(await testApp.refusal(saveQuickReply, { params: { id: other.id }, body }, me)).toMatchObject({
      status: 409,
      code: 'SHORTCUT_TAKEN',
      message: 'You already have a quick reply called /twice.',
    })
    await keep('twice', 'x', await createProvider(testApp))
  })

  it('is refused with an invalid shortcut or without text', async () => {
    for (const shortcut of ['a', 'with space', 'ünder', 'x'.repeat(31), '']) {
      const refusal = await testApp.refusal(createQuickReply, { body: { shortcut, text: 'x' } }, me)
      expect([shortcut, refusal.status, refusal.issues?.[0]?.field]).toEqual([shortcut, 422, 'shortcut'])
    }
    for (const text of ['', '   ', 'x'.repeat(2_001)]) {
      const refusal = await testApp.refusal(createQuickReply, { body: { shortcut: 'fine', text } }, me)
      expect([refusal.status, refusal.issues?.[0]?.field]).toEqual([422, 'text'])
    }
  })

  it('is one of at most a hundred, also concurrently', async () => {
    const busy = await createProvider(testApp)
    const { replies: limit } = quickReplyLimits
    const create = (n: number) => testApp.send(createQuickReply, { body: { shortcut: `reply-${n}`, text: 'x' } }, busy)
    for (let n = 2; n < limit; n++) expect((await create(n)).status).toBe(201)
    const sent = await Promise.all([0, 1, limit, limit + 1].map(create))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(sent.find(({ status }) => status !== 201)?.body).toMatchObject({
      code: 'QUICK_REPLY_LIMIT',
      message: 'You can keep 100 quick replies. Delete one first.',
    })
  })
})

describe('files of a quick reply', () => {
  it('are kept and deleted with it', async () => {
    const [first, second] = [await upload(), await upload()]
    const { id, attachments } = await keep('photos', 'Look:', me, [first, second])
    expect(attachments.map((file) => [file.id, file.name, file.mime])).toEqual([
      [first, 'tap.jpg', 'image/jpeg'],
      [second, 'tap.jpg', 'image/jpeg'],
    ])
    const [shown] = attachments
    expect((await fetch(new URL(shown?.url ?? '', testApp.url))).status).toBe(200)
    const body = { shortcut: 'photos', text: 'Look:', attachmentIds: [second] }
    const changed = await testApp.call(saveQuickReply, { params: { id }, body }, me)
    expect(changed.attachments.map((file) => file.id)).toEqual([second])
    await testApp.call(removeQuickReply, { params: { id } }, me)
    expect(await keepAll([first, second])).toEqual([422, 422])
  })

  it('must be unused chat uploads of the owner, five at most', async () => {
    const taken = await upload()
    await keep('taken', 'x', me, [taken])
    const avatar = await upload('AVATAR')
    const otherUploadId = await upload('CHAT', await createProvider(testApp))
    expect(await keepAll([taken, avatar, otherUploadId])).toEqual([422, 422, 422])
    const six = await Promise.all(Array.from({ length: 6 }, () => upload()))
    const many = { shortcut: 'six', text: 'x', attachmentIds: six }
    expect(await testApp.refusal(createQuickReply, { body: many }, me)).toMatchObject({
      status: 422,
      issues: [{ field: 'attachmentIds', message: 'A quick reply can have at most 5 files.' }],
    })
  })

  const keepAll = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id, n) => {
        const body = { shortcut: `file-${n}`, text: 'x', attachmentIds: [id] }
        return (await testApp.send(createQuickReply, { body }, me)).status
      }),
    )
})

describe('the order of quick replies', () => {
  it("is the provider's, with new ones last", async () => {
    const who = await createProvider(testApp)
    const a = await keep('aa', 'x', who)
    const b = await keep('bb', 'x', who)
    const c = await keep('cc', 'x', who)
    await testApp.call(orderQuickReplies, { body: { ids: [c.id, a.id, b.id] } }, who)
    await keep('dd', 'x', who)
    expect((await list(who)).map(({ shortcut }) => shortcut)).toEqual(['cc', 'aa', 'bb', 'dd'])
    for (const ids of [[a.id], [a.id, a.id, b.id, c.id], []]) {
      expect(await testApp.refusal(orderQuickReplies, { body: { ids } }, who)).toMatchObject({
        status: 422,
        issues: [{ field: 'ids', message: 'List each of your quick replies exactly once.' }],
      })
    }
  })
})

describe('the values of reply variables', () => {
  it('contain the street of a job from its confirmation on only', async () => {
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider: me, customer })
    const addressOf = async () =>
      (await testApp.call(getReplyFacts, { query: { customerId: customer.id } }, me)).booking?.address
    expect(await addressOf()).toBe('Surulere')
    await testApp.call(acceptBooking, { params: { id }, body: {} }, me)
    expect(await addressOf()).toBe('5 Adeniran Ogunsanya, Surulere')
  })

  it('are known for a customer: names, next job and address', async () => {
    const customer = await createCustomer(testApp, { name: 'Chidi Okafor' })
    const later = new Date(testApp.clock.now().getTime() + 5 * 86_400_000).toISOString()
    await requestBooking(testApp, { provider: me, customer, startAt: later })
    const next = await requestBooking(testApp, { provider: me, customer })
    const facts = await testApp.call(getReplyFacts, { query: { customerId: customer.id } }, me)
    expect(facts).toMatchObject({
      providerFirstName: 'Ada',
      customerFirstName: 'Chidi',
      booking: { id: next.id, startAt: next.startAt, address: 'Surulere' },
    })
    expect(await testApp.call(getReplyFacts, {}, me)).toEqual({
      providerFirstName: 'Ada',
      customerFirstName: null,
      booking: null,
    })
  })

  it('have the name of a customer in a conversation before their first booking', async () => {
    const customer = await createCustomer(testApp, { name: 'Ngozi Eze' })
    const body = { customerId: customer.id, providerId: me.id }
    await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const facts = await testApp.call(getReplyFacts, { query: { customerId: customer.id } }, me)
    expect(facts).toEqual({ providerFirstName: 'Ada', customerFirstName: 'Ngozi', booking: null })
  })

  it('are empty for an unknown customer', async () => {
    const customer = await createCustomer(testApp)
    const refusal = await testApp.refusal(getReplyFacts, { query: { customerId: customer.id } }, me)
    expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
