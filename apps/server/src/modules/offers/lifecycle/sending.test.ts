import { createChatClient, socketTransport } from '@fettle/chat-client'
import { putAvailability, slotWarnings } from '@fettle/protocol/availability/availability'
import { createMarketplaceChannel, listMarketplaceMessages } from '@fettle/protocol/marketplace/chat'
import {
  askAboutOffer,
  calculateMarketplaceOffer,
  declineOffer,
  requestOfferChanges,
} from '@fettle/protocol/marketplace/offers'
import { MAX_UNIT_PRICE } from '@fettle/protocol/offers/constants'
import { discardOfferDraft, saveOfferDraft, sendOffer, withdrawOffer } from '@fettle/protocol/offers/actions'
import { diffOfferRevision, getOfferRevision, getOfferTimeline, previewOffer } from '@fettle/protocol/offers'
import { getStreamToken } from '@fettle/protocol/workspace/channels'
import { describe, expect, it } from 'vitest'
import { bathroomOffer, createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('sending an offer', () => {
  it('freezes a hashed revision, notifies the customer and hides costs', async () => {
    const { provider, sent, readAsCustomer } = await createOfferScenario(testApp)
    const offer = await sent({ messageToCustomer: 'I can start on Monday.' })
    expect(offer).toMatchObject({
      status: 'SENT',
      revisionNumber: 1,
      draftRevision: null,
      total: { amount: 1_761_190, currency: 'NGN' },
      currentRevision: { number: 1, contentHash: expect.stringMatching(/^[0-9a-f]{64}$/), changeSummary: null },
      validUntil: '2026-03-16T22:59:59.000Z',
    })
    expect(offer.currentRevision?.content.lineItems[0]?.costPrice).toBe(300_000)
    const seen = await readAsCustomer(offer.id)
    expect(seen.currentRevision).toMatchObject({
      contentHash: offer.currentRevision?.contentHash,
      totals: { total: 1_761_190, marginEstimate: null },
    })
    expect(JSON.stringify(seen)).not.toMatch(/costPrice"?:3/)
    await testApp.deps.jobs.runDue()
    const { channelId } = await readAsCustomer(offer.id)
    const query = { params: { id: String(channelId) } }
    const messages = (await testApp.call(listMarketplaceMessages, query, marketplace)).map(({ kind, text }) => [
      kind,
      text,
    ])
    expect(messages).toContainEqual(['system', `Offer: ${offer.reference}, New bathroom, ₦17,611.90`])
    expect(messages).toContainEqual(['regular', 'I can start on Monday.'])
    expect(
      (await testApp.call(getOfferTimeline, { params: { id: offer.id } }, provider)).map(({ event }) => event),
    ).toEqual(['offer.requested', 'offer.drafted', 'offer.sent'])
    expect(seen.timeline.map(({ event }) => event)).toEqual(['offer.requested', 'offer.sent'])
  })

  it('sends no message that contains only markup', async () => {
    const { sent, readAsCustomer } = await createOfferScenario(testApp)
    const { id } = await sent({ messageToCustomer: '***' })
    await testApp.deps.jobs.runDue()
    const { channelId } = await readAsCustomer(id)
    const messages = await testApp.call(listMarketplaceMessages, { params: { id: String(channelId) } }, marketplace)
    expect(messages.filter(({ kind }) => kind === 'regular')).toEqual([])
  })

  it('is refused with an issue per missing field', async () => {
    const { provider, requestOffer, write } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    const refusalOf = async (over: Parameters<typeof write>[1]) => {
      const { draftRevision } = await write(id, over)
      const body = { draftVersion: draftRevision?.version ?? 0 }
      return (await testApp.refusal(sendOffer, { params: { id }, body }, provider)).issues?.[0]
    }
    expect(await refusalOf({ lineItems: [] })).toMatchObject({ path: ['lineItems'], message: 'Add a line.' })
    expect(await refusalOf({ title: '' })).toMatchObject({ field: 'title', code: 'REQUIRED' })
    const free = [{ ...bathroomOffer.lineItems[0], unitPrice: 0 }] as never
    expect(await refusalOf({ lineItems: free })).toMatchObject({
      message: 'The total of an offer must be more than zero.',
    })
    expect(await refusalOf({ validUntil: testApp.dayIn(-2) })).toMatchObject({ message: 'Choose a day in the future.' })
    expect(await refusalOf({ validUntil: testApp.dayIn(92) })).toMatchObject({
      message: 'Choose a day within the next 90 days.',
    })
    expect(await refusalOf({ proposedSlots: [testApp.slotIn(-3)] })).toMatchObject({
      path: ['proposedSlots', 0, 'startAt'],
      message: 'Choose a start in the future.',
    })
  })

  it('keeps a draft whose amounts are too large to be sent', async () => {
    const { provider, requestOffer, write } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    const line = {
      ...bathroomOffer.lineItems[0],
      quantity: '99999.999',
      unitPrice: MAX_UNIT_PRICE,
      costPrice: MAX_UNIT_PRICE,
    }
    const { draftRevision } = await write(id, { lineItems: [line] as never })
    expect(draftRevision?.content.lineItems[0]).toMatchObject({ quantity: '99999.999', unitPrice: MAX_UNIT_PRICE })
    const body = { draftVersion: draftRevision?.version ?? 0 }
    expect((await testApp.refusal(sendOffer, { params: { id }, body }, provider)).issues).toMatchObject([
      { path: ['lineItems', 0, 'unitPrice'] },
    ])
  })

  it('creates the next revision with its changes, and refuses an unchanged one', async () => {
    const { provider, sent, send, write, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    const rewritten = await write(id)
    const same = { params: { id }, body: { draftVersion: rewritten.draftRevision?.version ?? 0 } }
    expect(rewritten).toMatchObject({ status: 'SENT', hasDraft: true, revisionNumber: 1 })
    expect(await testApp.refusal(sendOffer, same, provider)).toMatchObject({
      status: 409,
      code: 'NOTHING_CHANGED',
      message: 'Nothing has changed since revision 1.',
    })
    const raisedItems = bathroomOffer.lineItems.map((item) =>
      item.id === 'travel' ? { ...item, unitPrice: 90_000 } : item,
    )
    const second = await send(id, { lineItems: raisedItems })
    expect(second).toMatchObject({
      revisionNumber: 2,
      revisions: [
        { number: 2, supersededAt: null },
        { number: 1, supersededAt: testApp.clock.now().toISOString() },
      ],
      currentRevision: {
        changeSummary: {
          changed: [{ id: 'travel', changes: [{ field: 'unitPrice', before: 80_000, after: 90_000 }] }],
          totalDelta: 9500,
        },
      },
    })
    const params = { id, number: 2 }
    expect(await testApp.call(diffOfferRevision, { params }, provider)).toMatchObject({
      number: 2,
      against: 1,
      diff: { totalDelta: 9500 },
    })
    const back = { params, query: { against: 2 } }
    expect((await testApp.call(diffOfferRevision, back, provider)).diff.totalDelta).toBe(0)
    const first = await testApp.call(getOfferRevision, { params: { id, number: 1 } }, provider)
    expect(first.contentHash).not.toBe(second.currentRevision?.contentHash)
    expect((await testApp.refusal(getOfferRevision, { params: { id, number: 3 } }, provider)).status).toBe(404)
    await expect(
      testApp.db.execute(sql`update offer_revisions set total = 1 where offer_id = ${id} and number = 1`),
    ).rejects.toThrow('a sent revision is never changed')
    await write(id)
    expect((await testApp.call(discardOfferDraft, { params: { id } }, provider)).hasDraft).toBe(false)
    expect((await testApp.refusal(discardOfferDraft, { params: { id } }, provider)).code).toBe('INVALID_TRANSITION')
    expect((await read(id)).allowedActions).not.toContain('send')
  })

  it('is refused for a draft that was discarded meanwhile', async () => {
    const { provider, sent, write, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    const { draftRevision } = await write(id, { title: 'New bathroom and kitchen' })
    const version = draftRevision?.version ?? 0
    await testApp.call(discardOfferDraft, { params: { id } }, provider)
    const sending = { params: { id }, body: { draftVersion: version } }
    expect((await testApp.refusal(sendOffer, sending, provider)).code).toBe('INVALID_TRANSITION')
    const saving = { params: { id }, body: { version, content: bathroomOffer } }
    expect(await testApp.refusal(saveOfferDraft, saving, provider)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: null },
    })
    expect((await read(id)).revisionNumber).toBe(1)
    expect((await write(id, { title: 'New kitchen' })).draftRevision?.version).toBeGreaterThan(version)
  })

  it('holds its slots until it is withdrawn', async () => {
    const { provider, sent, requestOffer, write } = await createOfferScenario(testApp)
    const slot = testApp.slotIn(50)
    const first = await sent({ proposedSlots: [slot] })
    const other = await requestOffer()
    const { draftRevision } = await write(other.id, { proposedSlots: [slot] })
    const body = { draftVersion: draftRevision?.version ?? 0 }
    expect(await testApp.refusal(sendOffer, { params: { id: other.id }, body }, provider)).toMatchObject({
      status: 409,
      code: 'SLOT_CONFLICT',
      details: { conflicts: [{ kind: 'OFFER' }] },
    })
    const withdrawn = { params: { id: first.id }, body: { reasonCode: 'SENT_BY_MISTAKE' as const } }
    expect(await testApp.call(withdrawOffer, withdrawn, provider)).toMatchObject({
      status: 'WITHDRAWN',
      lostReason: { by: 'PROVIDER', reasonCode: 'SENT_BY_MISTAKE' },
    })
    expect((await testApp.call(sendOffer, { params: { id: other.id }, body }, provider)).status).toBe('SENT')
  })

  it('reports warnings of its slots, to be confirmed', async () => {
    const { provider, requestOffer, write } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await requestOffer()
    const weekly = (['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({
      day,
      intervals: [{ from: '08:00', to: '17:00' }],
    }))
    await testApp.call(putAvailability, { body: { weekly, timeZone: 'Africa/Lagos' } }, provider)
    // Eleven at night in Lagos.
    const { draftRevision } = await write(id, { proposedSlots: [testApp.slotIn(35)] })
    const input = (over: object = {}) => ({
      params: { id },
      body: { draftVersion: draftRevision?.version ?? 0, ...over },
    })
    const refused = await testApp.refusal(sendOffer, input(), provider)
    expect(refused).toMatchObject({ status: 409, code: 'ACKNOWLEDGE_REQUIRED' })
    const sent = await testApp.call(sendOffer, input({ acknowledge: [...slotWarnings] }), provider)
    expect(sent.status).toBe('SENT')
  })

  it('is withdrawn with a reason', async () => {
    const { provider, sent } = await createOfferScenario(testApp)
    const { id } = await sent()
    const refusalOf = async (body: object) =>
      (await testApp.refusal(withdrawOffer, { params: { id }, body: body as never }, provider)).issues?.[0]?.message
    expect(await refusalOf({})).toBe('Choose a reason.')
    expect(await refusalOf({ reasonCode: 'OTHER' })).toBe('Explain why in a few words.')
    expect(await refusalOf({ reasonCode: 'OTHER', note: ' ' })).toBe('Explain why in a few words.')
    const stale = { params: { id }, body: { reasonCode: 'PRICE_CHANGED' as const, version: 1 } }
    expect(await testApp.refusal(withdrawOffer, stale, provider)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This offer changed while you were editing. Review the latest version and try again.',
      details: { current: { id, status: 'SENT' } },
    })
  })

  it('can be previewed as the customer will see it', async () => {
    const { provider, requestOffer, write, send } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    expect((await testApp.refusal(previewOffer, { params: { id } }, provider)).status).toBe(404)
    await write(id)
    const before = await testApp.call(previewOffer, { params: { id } }, provider)
    expect(before).toMatchObject({ revisionNumber: null, totals: { total: 1_761_190, marginEstimate: null } })
    expect(before.content.lineItems[0]).not.toHaveProperty('costPrice')
    await send(id)
    expect(await testApp.call(previewOffer, { params: { id } }, provider)).toMatchObject({ revisionNumber: 1 })
  })
})

describe("a customer's actions on an offer", () => {
  it('record views: the first one notifies, each is counted', async () => {
    const { sent, view, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    expect(await view(id)).toMatchObject({ status: 'VIEWED', viewCount: 1 })
    expect(await view(id)).toMatchObject({ status: 'VIEWED', viewCount: 2 })
    expect(await read(id)).toMatchObject({ viewCount: 2, firstViewedAt: testApp.clock.now().toISOString() })
    expect((await notificationsOf(testApp, id)).filter((workflow) => workflow === 'offer-viewed')).toHaveLength(1)
  })

  it('include questions in the chat and requested changes', async () => {
    const { sent, readAsCustomer, send } = await createOfferScenario(testApp)
    const { id, reference } = await sent()
    await testApp.call(askAboutOffer, { params: { id }, body: { text: 'Which tiles?' } }, marketplace)
    const wish = { note: 'Cheaper tiles, please.', lineIds: ['tiles'] }
    expect(await testApp.call(requestOfferChanges, { params: { id }, body: wish }, marketplace)).toMatchObject({
      status: 'CHANGES_REQUESTED',
    })
    const unknown = { note: 'That one.', lineIds: ['nothing'] }
    const other = await sent()
    expect(
      (await testApp.refusal(requestOfferChanges, { params: { id: other.id }, body: unknown }, marketplace)).issues?.[0]
        ?.path,
    ).toEqual(['lineIds', 0])
    await testApp.deps.jobs.runDue()
    const { channelId } = await readAsCustomer(id)
    const messages = await testApp.call(listMarketplaceMessages, { params: { id: String(channelId) } }, marketplace)
    const texts = messages.map(({ text }) => text)
    expect(texts).toContain(`${reference}, New bathroom: Which tiles?`)
    expect(texts).toContain('Cheaper tiles, please.')
    expect(await notificationsOf(testApp, id)).toContain('offer-changes-requested')
    expect(await send(id, { terms: 'Cheaper.' })).toMatchObject({ status: 'SENT', changesRequested: null })
  })

  it('put nothing in a blocked chat: a question is refused, requested changes stay with the offer', async () => {
    const { provider, customer, sent, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    const people = { customerId: customer.id, providerId: provider.id }
    const channel = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const { appKey, userId, token } = await testApp.call(getStreamToken, {}, provider)
    const client = createChatClient({ transport: socketTransport(testApp.url) })
    await client.connect({ appKey, user: { id: userId }, token: async () => token })
    await client.blockChannel(channel.cid, true)
    client.disconnect()
    const question = { params: { id }, body: { text: 'Which tiles?' } }
    expect(await testApp.refusal(askAboutOffer, question, marketplace)).toMatchObject({
      status: 422,
      issues: [{ field: 'id', code: 'NOT_ALLOWED' }],
    })
    const wish = { params: { id }, body: { note: 'Cheaper tiles, please.' } }
    await testApp.call(requestOfferChanges, wish, marketplace)
    await testApp.deps.jobs.runDue()
    expect(await read(id)).toMatchObject({ changesRequested: { note: 'Cheaper tiles, please.' } })
    const messages = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    expect(messages.filter(({ kind }) => kind === 'regular')).toEqual([])
  })

  it('include declining with a reason; the provider may revise for thirty days', async () => {
    const { sent, send, read } = await createOfferScenario(testApp)
    const { id } = await sent()
    const body = { reasonCode: 'PRICE_TOO_HIGH' as const, note: 'Half of it.' }
    expect(await testApp.call(declineOffer, { params: { id }, body }, marketplace)).toMatchObject({
      status: 'DECLINED',
    })
    expect(await read(id)).toMatchObject({ lostReason: { by: 'CUSTOMER', ...body } })
    expect(await notificationsOf(testApp, id)).toContain('offer-declined')
    expect(
      (await testApp.refusal(declineOffer, { params: { id }, body: {} as never }, marketplace)).issues?.[0]?.message,
    ).toBe('Choose a reason.')
    expect(await send(id, { terms: 'Half of it.' })).toMatchObject({
      status: 'SENT',
      lostReason: null,
      revisionNumber: 2,
    })
  })

  it('include the total of chosen options within the rules', async () => {
    const { sent } = await createOfferScenario(testApp)
    const optional = {
      ...bathroomOffer.lineItems[2],
      id: 'mirror',
      name: 'Mirror',
      optional: true,
      customerQuantity: { min: '1', max: '3' },
    }
    const { id } = await sent({
      lineItems: [...bathroomOffer.lineItems, optional] as never,
      discount: { type: 'NONE' },
    })
    const selections = { lineIds: ['mirror'], quantities: { mirror: '2' } }
    const totals = await testApp.call(calculateMarketplaceOffer, { params: { id }, body: { selections } }, marketplace)
    expect(totals.total).toBe(1_853_884 + 160_000)
    const wrong = { lineIds: ['mirror'], quantities: { mirror: '4' } }
    expect(
      (await testApp.refusal(calculateMarketplaceOffer, { params: { id }, body: { selections: wrong } }, marketplace))
        .issues,
    ).toMatchObject([{ path: ['selections', 'quantities', 'mirror'], message: 'Choose a quantity from 1 to 3.' }])
  })
})
