import { getBooking } from '@fettle/protocol/bookings'
import {
  acceptOffer,
  addOfferRequestPhoto,
  askAboutOffer,
  calculateMarketplaceOffer,
  cancelMarketplaceOffer,
  closeOfferRequest,
  declineOffer,
  getMarketplaceOffer,
  getOfferRequest,
  listMarketplaceOffers,
  requestOfferChanges,
  requestOffers,
  undoAcceptance,
  viewMarketplaceOffer,
} from '@fettle/protocol/marketplace-offers'
import { listMarketplaceMessages } from '@fettle/protocol/marketplace'
import {
  cancelOffer,
  convertOffer,
  createOffer,
  discardOfferDraft,
  duplicateOffer,
  extendOffer,
  passOffer,
  remindOfOffer,
  removeOffer,
  saveOfferDraft,
  sendOffer,
  withdrawOffer,
} from '@fettle/protocol/offer-moves'
import {
  calculateTotals,
  diffOfferRevision,
  getOffer,
  getOfferRevision,
  getOfferTimeline,
  listOffers,
  previewOffer,
} from '@fettle/protocol/offers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../testing/files.ts'
import { bathroom, onBehalf, quoting, quotingBetween } from '../../../testing/offers.ts'
import { createCustomer, createProvider, marketplace } from '../../../testing/people.ts'
import { startTown, type Town } from '../../../testing/town.ts'
import { sql } from '../../platform/db.ts'
import { startSession } from '../auth/index.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

const inHours = (hours: number) => new Date(town.clock.now().getTime() + hours * HOUR).toISOString()
const dayIn = (days: number) => inHours(days * 24).slice(0, 10)
const slotIn = (hours: number) => ({ startAt: inHours(hours), endAt: inHours(hours + 2) })

/** What the provider was told about an offer, oldest first. */
async function noticesOf(offerId: string): Promise<string[]> {
  const rows = await town.db.many<{ workflow: string }>(
    sql`select workflow from notices where subject_id = ${offerId} order by id`,
  )
  return rows.map(({ workflow }) => workflow)
}

describe('asking for quotes', () => {
  it('puts a request into the list of each provider, with a countdown and the number of rivals', async () => {
    const { provider, customer, ask, read } = await quoting(town)
    const rival = await createProvider(town)
    const { id, request } = await ask({
      providerIds: [provider.id, rival.id],
      urgency: 'EMERGENCY',
      budgetMin: { amount: 100, currency: 'NGN' },
      budgetMax: { amount: 200, currency: 'NGN' },
      answers: [{ question: 'Is there water?', answer: 'Yes.' }],
    })
    expect(request.offers).toHaveLength(2)
    const offer = await read(id)
    expect(offer).toMatchObject({
      status: 'REQUESTED',
      origin: 'CUSTOMER_REQUEST',
      title: 'New bathroom',
      respondBy: inHours(2),
      site: { city: 'Surulere', country: 'NG' },
      request: { competingProviders: 1, urgency: 'EMERGENCY', budgetMax: { amount: 200, currency: 'NGN' } },
      allowedActions: ['draft', 'pass'],
    })
    // The street is the booking's to show, the phone likewise.
    expect(JSON.stringify(offer)).not.toContain('Adeniran')
    expect(offer.customer.phone).toContain('•')
    expect(await noticesOf(id)).toEqual(['offer-requested'])
    const listed = await town.call(listOffers, { query: { customerId: customer.id } }, rival)
    expect(listed.map(({ status }) => status)).toEqual(['REQUESTED'])
  })

  it('is refused for nobody, for too many and for somebody twice, and with a budget upside down', async () => {
    const { provider, customer } = await quoting(town)
    const body = {
      customerId: customer.id,
      providerIds: [provider.id],
      title: 'New bathroom',
      description: 'Tiles off, tiles on.',
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const messages = async (over: object) =>
      (await town.refusal(requestOffers, { body: { ...body, ...over } }, marketplace)).issues?.map(
        ({ message }) => message,
      )
    expect(await messages({ providerIds: [] })).toEqual(['Name a provider.'])
    expect(await messages({ providerIds: [provider.id, provider.id] })).toEqual(['Name each provider once.'])
    expect(await messages({ providerIds: Array.from({ length: 6 }, () => provider.id) })).toContain(
      'Ask at most 5 providers.',
    )
    const [low, high] = [100, 200].map((amount) => ({ amount, currency: 'NGN' }))
    expect(await messages({ budgetMin: high, budgetMax: low })).toEqual(['Choose a budget from less to more.'])
    expect(await messages({ respondBy: inHours(-1) })).toEqual(['Choose a time in the future.'])
    const nobody = { ...body, providerIds: ['usr_00000000000000000000000000'] }
    expect((await town.refusal(requestOffers, { body: nobody }, marketplace)).status).toBe(404)
  })

  it('asks once, however often the call arrives, and shows photos to whoever was asked', async () => {
    const { provider, customer, ask, read } = await quoting(town)
    const body = {
      customerId: customer.id,
      providerIds: [provider.id],
      title: 'New bathroom',
      description: 'Tiles off, tiles on.',
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const again = { ...marketplace, headers: { 'idempotency-key': 'the same request' } }
    const first = await town.call(requestOffers, { body }, again)
    expect(await town.call(requestOffers, { body }, again)).toEqual(first)

    const { id, request } = await ask()
    const photo = { params: { id: request.id }, body: {}, file: asFile(await picture(64, 48)) }
    const { fileId } = await town.call(addOfferRequestPhoto, photo, marketplace)
    const { request: asked, files } = await read(id)
    expect(asked?.photos).toEqual([fileId])
    expect(files.map(({ id: file }) => file)).toEqual([fileId])
  })

  it('ends with every offer that is not decided when the customer closes the request', async () => {
    const { sent, ask, read } = await quoting(town)
    const { id, request } = await ask()
    const other = await sent()
    const close = () => town.call(closeOfferRequest, { params: { id: request.id }, body: {} }, marketplace)
    expect(await close()).toMatchObject({ status: 'CLOSED', offers: [{ id, status: 'CANCELLED' }] })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', lostReason: { by: 'CUSTOMER' }, allowedActions: [] })
    expect((await read(other.id)).status).toBe('SENT')
    expect(await noticesOf(id)).toContain('offer-closed')
    const stranger = await createCustomer(town)
    const theirs = { params: { id: request.id }, query: { customerId: stranger.id } }
    expect((await town.refusal(getOfferRequest, theirs, marketplace)).status).toBe(404)
  })

  it('is answered by passing, with a reason', async () => {
    const { provider, ask } = await quoting(town)
    const { id } = await ask()
    const pass = { params: { id }, body: { reasonCode: 'TOO_FAR' as const } }
    expect(await town.call(passOffer, pass, provider)).toMatchObject({
      status: 'PASSED',
      lostReason: { by: 'PROVIDER', reasonCode: 'TOO_FAR' },
      allowedActions: [],
    })
    expect(await town.call(passOffer, pass, provider)).toMatchObject({ status: 'PASSED', version: 2 })
    const other = { params: { id }, body: { reasonCode: 'OTHER' as const } }
    expect((await town.refusal(passOffer, other, provider)).issues?.[0]?.message).toBe('Say why in a few words.')
    expect(
      await town.refusal(withdrawOffer, { params: { id }, body: { reasonCode: 'OTHER', note: 'x' } }, provider),
    ).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'A PASSED offer cannot be withdrawn.',
      details: { from: 'PASSED', action: 'withdraw', allowed: [] },
    })
  })
})

describe('writing an offer', () => {
  it('answers the request with the first line and adds up as it grows', async () => {
    const { ask, write } = await quoting(town)
    const { id } = await ask()
    const draft = await write(id)
    expect(draft).toMatchObject({
      status: 'DRAFT',
      total: { amount: 1_761_190, currency: 'NGN' },
      draftRevision: { version: 1, totals: { deposit: 528_357, marginEstimate: 743_619 } },
      allowedActions: ['pass', 'send', 'draft', 'duplicate'],
    })
    expect((await write(id, { title: 'A better bathroom' })).draftRevision?.version).toBe(2)
  })

  it('is refused to whoever has not seen the draft that is there, with both side by side', async () => {
    const { provider, ask, write } = await quoting(town)
    const { id } = await ask()
    await write(id)
    await write(id, { title: 'From the other tab' })
    const mine = { version: 1, content: { ...bathroom, title: 'From this tab' } }
    expect(await town.refusal(saveOfferDraft, { params: { id }, body: mine }, provider)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This draft changed while you were editing. Review the latest version and try again.',
      details: {
        current: { version: 2, content: { title: 'From the other tab' } },
        yours: { version: 1, content: { title: 'From this tab' } },
      },
    })
    const sending = { params: { id }, body: { draftVersion: 1 } }
    expect((await town.refusal(sendOffer, sending, provider)).code).toBe('VERSION_CONFLICT')
  })

  it('lets one of two tabs begin', async () => {
    const { provider, ask } = await quoting(town)
    const { id } = await ask()
    const body = { version: 0, content: bathroom }
    const replies = await Promise.all(
      [1, 2, 3].map(() => town.send(saveOfferDraft, { params: { id }, body }, provider)),
    )
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  })

  it('takes only files that were uploaded for it', async () => {
    const { provider, ask } = await quoting(town)
    const { id } = await ask()
    const content = { ...bathroom, photos: ['fil_00000000000000000000000000'] }
    const body = { version: 0, content }
    expect((await town.refusal(saveOfferDraft, { params: { id }, body }, provider)).issues?.[0]).toMatchObject({
      path: ['photos', 0],
      message: 'Upload this file again.',
    })
  })

  it('can begin without a request, with somebody one knows, and be deleted until it is sent', async () => {
    const { provider, customer, ask, send } = await quoting(town)
    const stranger = await createCustomer(town)
    const to = (customerId: string) => ({ body: { customerId } })
    expect((await town.refusal(createOffer, to(stranger.id), provider)).code).toBe('NOT_FOUND')
    await ask()
    const { id } = await town.call(createOffer, to(customer.id), provider)
    const asked = await ask()
    expect((await town.refusal(removeOffer, { params: { id: asked.id } }, provider)).status).toBe(409)
    await town.call(removeOffer, { params: { id } }, provider)
    expect((await town.refusal(getOffer, { params: { id } }, provider)).status).toBe(404)
    const kept = await town.call(createOffer, to(customer.id), provider)
    expect(kept).toMatchObject({
      status: 'DRAFT',
      origin: 'PROVIDER_INITIATED',
      allowedActions: ['send', 'draft', 'remove', 'duplicate'],
    })
    await send(kept.id)
    expect((await town.refusal(removeOffer, { params: { id: kept.id } }, provider)).code).toBe('INVALID_TRANSITION')
    expect((await town.refusal(createOffer, { body: {} }, provider)).issues?.[0]?.message).toBe(
      'Name a customer, a channel or a booking.',
    )
  })
})

describe('sending an offer', () => {
  it('freezes it under a hash, tells the customer and keeps costs to its provider', async () => {
    const { provider, sent, theirs } = await quoting(town)
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
    const seen = await theirs(offer.id)
    expect(seen.currentRevision).toMatchObject({
      contentHash: offer.currentRevision?.contentHash,
      totals: { total: 1_761_190, marginEstimate: null },
    })
    expect(JSON.stringify(seen)).not.toMatch(/costPrice"?:3/)
    await town.deps.jobs.runDue()
    const { channelId } = await theirs(offer.id)
    const query = { params: { id: String(channelId) } }
    const said = (await town.call(listMarketplaceMessages, query, marketplace)).map(({ kind, text }) => [kind, text])
    expect(said).toContainEqual(['system', `Offer: ${offer.reference}, New bathroom, ₦17,611.90`])
    expect(said).toContainEqual(['regular', 'I can start on Monday.'])
    expect(
      (await town.call(getOfferTimeline, { params: { id: offer.id } }, provider)).map(({ event }) => event),
    ).toEqual(['offer.requested', 'offer.drafted', 'offer.sent'])
    expect(seen.timeline.map(({ event }) => event)).toEqual(['offer.requested', 'offer.sent'])
  })

  it('is refused while something is missing, each at its place', async () => {
    const { provider, ask, write } = await quoting(town)
    const { id } = await ask()
    const refusalOf = async (over: Parameters<typeof write>[1]) => {
      const { draftRevision } = await write(id, over)
      const body = { draftVersion: draftRevision?.version ?? 0 }
      return (await town.refusal(sendOffer, { params: { id }, body }, provider)).issues?.[0]
    }
    expect(await refusalOf({ lineItems: [] })).toMatchObject({ path: ['lineItems'], message: 'Add a line.' })
    expect(await refusalOf({ title: '' })).toMatchObject({ field: 'title', code: 'REQUIRED' })
    const free = [{ ...bathroom.lineItems[0], unitPrice: 0 }] as never
    expect(await refusalOf({ lineItems: free })).toMatchObject({
      message: 'An offer has to come to more than nothing.',
    })
    expect(await refusalOf({ validUntil: dayIn(-2) })).toMatchObject({ message: 'Choose a day in the future.' })
    expect(await refusalOf({ validUntil: dayIn(92) })).toMatchObject({
      message: 'Choose a day within the next 90 days.',
    })
    expect(await refusalOf({ proposedSlots: [slotIn(-3)] })).toMatchObject({
      path: ['proposedSlots', 0, 'startAt'],
      message: 'Choose a start in the future.',
    })
  })

  it('makes the next revision, says what changed, and refuses the same again', async () => {
    const { provider, sent, send, write, read } = await quoting(town)
    const { id } = await sent()
    const again = await write(id)
    const same = { params: { id }, body: { draftVersion: again.draftRevision?.version ?? 0 } }
    expect(again).toMatchObject({ status: 'SENT', hasDraft: true, revisionNumber: 1 })
    expect(await town.refusal(sendOffer, same, provider)).toMatchObject({
      status: 409,
      code: 'NOTHING_CHANGED',
      message: 'Nothing changed since revision 1.',
    })
    const dearer = bathroom.lineItems.map((item) => (item.id === 'travel' ? { ...item, unitPrice: 90_000 } : item))
    const second = await send(id, { lineItems: dearer })
    expect(second).toMatchObject({
      revisionNumber: 2,
      revisions: [
        { number: 2, supersededAt: null },
        { number: 1, supersededAt: town.clock.now().toISOString() },
      ],
      currentRevision: {
        changeSummary: {
          changed: [{ id: 'travel', changes: [{ field: 'unitPrice', before: 80_000, after: 90_000 }] }],
          totalDelta: 9500,
        },
      },
    })
    const params = { id, number: 2 }
    expect(await town.call(diffOfferRevision, { params }, provider)).toMatchObject({
      number: 2,
      against: 1,
      diff: { totalDelta: 9500 },
    })
    const back = { params, query: { against: 2 } }
    expect((await town.call(diffOfferRevision, back, provider)).diff.totalDelta).toBe(0)
    const first = await town.call(getOfferRevision, { params: { id, number: 1 } }, provider)
    expect(first.contentHash).not.toBe(second.currentRevision?.contentHash)
    expect((await town.refusal(getOfferRevision, { params: { id, number: 3 } }, provider)).status).toBe(404)
    await expect(
      town.db.run(sql`update offer_revisions set total = 1 where offer_id = ${id} and number = 1`),
    ).rejects.toThrow('a sent revision is never changed')
    await write(id)
    expect((await town.call(discardOfferDraft, { params: { id } }, provider)).hasDraft).toBe(false)
    expect((await town.refusal(discardOfferDraft, { params: { id } }, provider)).code).toBe('INVALID_TRANSITION')
    expect((await read(id)).allowedActions).not.toContain('send')
  })

  it('keeps its times free for the customer, and gives them back when it is withdrawn', async () => {
    const { provider, sent, ask, write } = await quoting(town)
    const slot = slotIn(50)
    const first = await sent({ proposedSlots: [slot] })
    const other = await ask()
    const { draftRevision } = await write(other.id, { proposedSlots: [slot] })
    const body = { draftVersion: draftRevision?.version ?? 0 }
    expect(await town.refusal(sendOffer, { params: { id: other.id }, body }, provider)).toMatchObject({
      status: 409,
      code: 'SLOT_CONFLICT',
      details: { conflicts: [{ kind: 'OFFER' }] },
    })
    const withdrawn = { params: { id: first.id }, body: { reasonCode: 'SENT_BY_MISTAKE' as const } }
    expect(await town.call(withdrawOffer, withdrawn, provider)).toMatchObject({
      status: 'WITHDRAWN',
      lostReason: { by: 'PROVIDER', reasonCode: 'SENT_BY_MISTAKE' },
    })
    expect((await town.call(sendOffer, { params: { id: other.id }, body }, provider)).status).toBe('SENT')
  })

  it('shows the provider beforehand what the customer will see', async () => {
    const { provider, ask, write, send } = await quoting(town)
    const { id } = await ask()
    expect((await town.refusal(previewOffer, { params: { id } }, provider)).status).toBe(404)
    await write(id)
    const before = await town.call(previewOffer, { params: { id } }, provider)
    expect(before).toMatchObject({ revisionNumber: null, totals: { total: 1_761_190, marginEstimate: null } })
    expect(before.content.lineItems[0]).not.toHaveProperty('costPrice')
    await send(id)
    expect(await town.call(previewOffer, { params: { id } }, provider)).toMatchObject({ revisionNumber: 1 })
  })
})

describe('a customer with an offer', () => {
  it('looks at it: the first time is told, each time is counted', async () => {
    const { sent, look, read } = await quoting(town)
    const { id } = await sent()
    expect(await look(id)).toMatchObject({ status: 'VIEWED', viewCount: 1 })
    expect(await look(id)).toMatchObject({ status: 'VIEWED', viewCount: 2 })
    expect(await read(id)).toMatchObject({ viewCount: 2, firstViewedAt: town.clock.now().toISOString() })
    expect((await noticesOf(id)).filter((workflow) => workflow === 'offer-viewed')).toHaveLength(1)
  })

  it('asks in the chat, and wants changes', async () => {
    const { sent, theirs, send } = await quoting(town)
    const { id, reference } = await sent()
    await town.call(askAboutOffer, { params: { id }, body: { text: 'Which tiles?' } }, marketplace)
    const wish = { note: 'Cheaper tiles, please.', lineIds: ['tiles'] }
    expect(await town.call(requestOfferChanges, { params: { id }, body: wish }, marketplace)).toMatchObject({
      status: 'CHANGES_REQUESTED',
    })
    const unknown = { note: 'That one.', lineIds: ['nothing'] }
    const other = await sent()
    expect(
      (await town.refusal(requestOfferChanges, { params: { id: other.id }, body: unknown }, marketplace)).issues?.[0]
        ?.path,
    ).toEqual(['lineIds', 0])
    await town.deps.jobs.runDue()
    const { channelId } = await theirs(id)
    const messages = await town.call(listMarketplaceMessages, { params: { id: String(channelId) } }, marketplace)
    const said = messages.map(({ text }) => text)
    expect(said).toContain(`About ${reference}, New bathroom: Which tiles?`)
    expect(said).toContain('Cheaper tiles, please.')
    expect(await noticesOf(id)).toContain('offer-changes-requested')
    expect(await send(id, { terms: 'Cheaper.' })).toMatchObject({ status: 'SENT', changesRequested: null })
  })

  it('declines with a reason; the provider may try again for thirty days', async () => {
    const { sent, send, read } = await quoting(town)
    const { id } = await sent()
    const body = { reasonCode: 'PRICE_TOO_HIGH' as const, note: 'Half of it.' }
    expect(await town.call(declineOffer, { params: { id }, body }, marketplace)).toMatchObject({ status: 'DECLINED' })
    expect(await read(id)).toMatchObject({ lostReason: { by: 'CUSTOMER', ...body } })
    expect(await noticesOf(id)).toContain('offer-declined')
    expect(
      (await town.refusal(declineOffer, { params: { id }, body: {} as never }, marketplace)).issues?.[0]?.message,
    ).toBe('Choose a reason.')
    expect(await send(id, { terms: 'Half of it.' })).toMatchObject({
      status: 'SENT',
      lostReason: null,
      revisionNumber: 2,
    })
  })

  it('sees what their choices come to, within what is offered', async () => {
    const { sent } = await quoting(town)
    const optional = {
      ...bathroom.lineItems[2],
      id: 'mirror',
      name: 'Mirror',
      optional: true,
      customerQuantity: { min: '1', max: '3' },
    }
    const { id } = await sent({ lineItems: [...bathroom.lineItems, optional] as never, discount: { type: 'NONE' } })
    const selections = { lineIds: ['mirror'], quantities: { mirror: '2' } }
    const totals = await town.call(calculateMarketplaceOffer, { params: { id }, body: { selections } }, marketplace)
    expect(totals.total).toBe(1_853_884 + 160_000)
    const wrong = { lineIds: ['mirror'], quantities: { mirror: '4' } }
    expect(
      (await town.refusal(calculateMarketplaceOffer, { params: { id }, body: { selections: wrong } }, marketplace))
        .issues,
    ).toMatchObject([{ path: ['selections', 'quantities', 'mirror'], message: 'Choose a quantity from 1 to 3.' }])
  })
})

describe('accepting an offer', () => {
  it('books the chosen time at once, at the agreed price, linked both ways', async () => {
    const { provider, sent, accept, read, theirs } = await quoting(town)
    const { id } = await sent({ proposedSlots: [slotIn(60), slotIn(70)] })
    expect(await accept(id, { slotIndex: 1 })).toMatchObject({
      status: 'CONVERTED',
      acceptance: {
        revisionNumber: 1,
        slotIndex: 1,
        signerName: 'Chidi Okafor',
        ip: onBehalf.ip,
        total: { amount: 1_761_190, currency: 'NGN' },
        deposit: { amount: { amount: 528_357 }, dueOn: 'ACCEPTANCE', status: 'DUE' },
      },
      convertedTo: { type: 'BOOKING' },
    })
    const { convertedTo } = await read(id)
    const booking = await town.call(getBooking, { params: { id: String(convertedTo?.id) } }, provider)
    expect(booking).toMatchObject({
      status: 'CONFIRMED',
      source: 'OFFER',
      offerId: id,
      title: 'New bathroom',
      startAt: inHours(70),
      price: { model: 'FIXED', amount: { amount: 1_761_190, currency: 'NGN' } },
      location: { line1: '5 Adeniran Ogunsanya' },
    })
    expect(booking.description).toContain('Tiles off, tiles on.')
    expect((await theirs(id)).timeline.map(({ event }) => event).slice(-2)).toEqual([
      'offer.accepted',
      'offer.converted',
    ])
    expect(await noticesOf(id)).toContain('offer-accepted')
    // The time nobody took is free again.
    const { holds } = await town.db.one<{ holds: number }>(
      sql`select count(*) as holds from diary_holds where subject_id = ${id}`,
    )
    expect(holds).toBe(0)
  })

  it('copies the photos of the two to the booking', async () => {
    const { ask, send, accept, read, provider } = await quoting(town)
    const { id, request } = await ask()
    const photo = { params: { id: request.id }, body: {}, file: asFile(await picture(64, 48)) }
    await town.call(addOfferRequestPhoto, photo, marketplace)
    await send(id, { proposedSlots: [slotIn(80)] })
    await accept(id, { slotIndex: 0 })
    await town.deps.jobs.runDue()
    const { convertedTo } = await read(id)
    const booking = await town.call(getBooking, { params: { id: String(convertedTo?.id) } }, provider)
    expect(booking.photos).toMatchObject([{ kind: 'BEFORE', addedBy: { type: 'CUSTOMER' } }])
  })

  it('is done once however often it is repeated, and by one of many who try at once', async () => {
    const { sent, accepting, accept, theirs } = await quoting(town)
    const { id } = await sent()
    const choices = ['Chidi', 'Ngozi', 'Emeka', 'Bisi', 'Tunde']
    const tries = await Promise.all(choices.map((signerName) => accepting(id, { signerName })))
    const replies = await Promise.all(tries.map((input) => town.send(acceptOffer, input, marketplace)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
    const { acceptance, timeline } = await theirs(id)
    expect(timeline.filter(({ event }) => event === 'offer.accepted')).toHaveLength(1)
    const again = await accept(id, { signerName: String(acceptance?.signerName) })
    expect(again.acceptance).toEqual(acceptance)
  })

  it('is refused for a revision that is not the one there is', async () => {
    const { sent, send, accepting } = await quoting(town)
    const { id } = await sent()
    const stale = await accepting(id)
    await send(id, { terms: 'New terms.' })
    expect(await town.refusal(acceptOffer, stale, marketplace)).toMatchObject({
      status: 409,
      code: 'REVISION_SUPERSEDED',
      message: 'The offer was updated. Review revision 2.',
    })
    const forged = await accepting(id, { contentHash: '0'.repeat(64) })
    expect((await town.refusal(acceptOffer, forged, marketplace)).code).toBe('REVISION_SUPERSEDED')
  })

  it('is refused with choices, times or a signature the offer does not have', async () => {
    const { sent, accepting } = await quoting(town)
    const { id } = await sent({ proposedSlots: [slotIn(90)] })
    const issuesOf = async (over: object) =>
      (await town.refusal(acceptOffer, await accepting(id, over), marketplace)).issues?.[0]?.message
    expect(await issuesOf({ selections: { lineIds: ['nothing'] } })).toBe('This line is not in the offer.')
    expect(await issuesOf({ slotIndex: 1 })).toBe('This time is not in the offer.')
    expect(await issuesOf({ signerName: ' ' })).toBe('Enter your name.')
    expect(await issuesOf({ onBehalf: { ...onBehalf, ip: 'nowhere' } })).toBe('Enter an IP address.')
  })

  it('waits for a time where none was chosen, and the provider books it then', async () => {
    const { provider, sent, accept } = await quoting(town)
    const { id } = await sent({ estimatedMinutes: 180 })
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', convertedTo: null })
    const asked = (over: object = {}) => ({ params: { id }, body: { target: 'BOOKING' as const, ...over } })
    expect((await town.refusal(convertOffer, asked(), provider)).issues?.[0]?.message).toBe(
      'Choose when the work begins.',
    )
    expect((await town.refusal(convertOffer, asked({ startAt: inHours(-1) }), provider)).issues?.[0]?.message).toBe(
      'Choose a start in the future.',
    )
    const booked = await town.call(convertOffer, asked({ startAt: inHours(100) }), provider)
    expect(booked).toMatchObject({
      status: 'CONVERTED',
      convertedTo: { type: 'BOOKING' },
      allowedActions: ['duplicate'],
    })
    const booking = await town.call(getBooking, { params: { id: String(booked.convertedTo?.id) } }, provider)
    expect(booking).toMatchObject({ durationMinutes: 180, offerId: id })
    expect(await town.call(convertOffer, asked({ startAt: inHours(101) }), provider)).toMatchObject({
      version: booked.version,
    })
  })

  it('stays an acceptance where the work needs a contract', async () => {
    const { provider, sent, accept } = await quoting(town)
    const { id } = await sent({ requiresContract: true, proposedSlots: [slotIn(110)] })
    expect(await accept(id, { slotIndex: 0 })).toMatchObject({ status: 'ACCEPTED', needsContract: true })
    const asked = { params: { id }, body: { target: 'BOOKING' as const } }
    expect(await town.refusal(convertOffer, asked, provider)).toMatchObject({ status: 409, code: 'CONTRACT_REQUIRED' })
  })

  it('can be taken back for a quarter of an hour', async () => {
    const { sent, accept, theirs, read } = await quoting(town)
    const { id } = await sent()
    await accept(id)
    const undo = { params: { id }, body: {} }
    expect(await town.call(undoAcceptance, undo, marketplace)).toMatchObject({ status: 'VIEWED', acceptance: null })
    expect(await noticesOf(id)).toContain('offer-acceptance-undone')
    await accept(id)
    town.clock.advance(15 * 60_000 + 1)
    expect(await town.refusal(undoAcceptance, undo, marketplace)).toMatchObject({
      code: 'UNDO_CLOSED',
      message: 'An acceptance can be taken back for 15 minutes.',
    })
    expect((await theirs(id)).allowedActions).not.toContain('undo-acceptance')
    expect((await read(id)).status).toBe('ACCEPTED')
  })

  it('can be called off by either side before it is booked, with whose doing it was', async () => {
    const { provider, sent, accept, read } = await quoting(town)
    const { id } = await sent()
    await accept(id)
    const wrong = { params: { id }, body: { reasonCode: 'CHANGED_MIND' as const } }
    expect((await town.refusal(cancelOffer, wrong, provider)).issues?.[0]?.message).toBe('Choose a reason.')
    await town.call(cancelOffer, { params: { id }, body: { reasonCode: 'OVERBOOKED' } }, provider)
    expect(await read(id)).toMatchObject({
      status: 'CANCELLED',
      lostReason: { by: 'PROVIDER', attributedTo: 'PROVIDER' },
      acceptance: { deposit: { status: 'VOID' } },
    })
    const other = await sent()
    await accept(other.id)
    await town.call(
      cancelMarketplaceOffer,
      { params: { id: other.id }, body: { reasonCode: 'CHANGED_MIND' } },
      marketplace,
    )
    expect(await read(other.id)).toMatchObject({ status: 'CANCELLED', lostReason: { attributedTo: 'CUSTOMER' } })
    expect(await noticesOf(other.id)).toContain('offer-cancelled')
  })
})

describe('time and an offer', () => {
  it('reminds the customer twice, warns the provider, and expires at the end of its last day', async () => {
    const { sent, read, accepting, theirs } = await quoting(town)
    const { id } = await sent({ validUntil: dayIn(5) })
    const input = await accepting(id)
    town.clock.advance(5 * DAY + 12 * HOUR)
    await town.deps.jobs.runDue()
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', lostReason: { by: 'SYSTEM' } })
    expect((await theirs(id)).timeline.map(({ event }) => event).slice(-3)).toEqual([
      'offer.reminded',
      'offer.reminded',
      'offer.expired',
    ])
    const told = await noticesOf(id)
    expect(told).toContain('offer-expiring')
    expect(told).toContain('offer-expired')
    expect(await town.refusal(acceptOffer, input, marketplace)).toMatchObject({
      status: 410,
      code: 'OFFER_EXPIRED',
      message: 'This offer has expired.',
    })
    expect((await town.refusal(viewMarketplaceOffer, { params: { id }, body: {} }, marketplace)).code).toBe(
      'OFFER_EXPIRED',
    )
  })

  it('refuses an answer after the last moment though no timer rang yet', async () => {
    const { sent, accepting } = await quoting(town)
    const { id } = await sent({ validUntil: dayIn(1) })
    const input = await accepting(id)
    town.clock.advance(2 * DAY)
    expect((await town.refusal(acceptOffer, input, marketplace)).code).toBe('OFFER_EXPIRED')
    expect(
      (await town.refusal(declineOffer, { params: { id }, body: { reasonCode: 'TIMING' } }, marketplace)).status,
    ).toBe(410)
  })

  it('lets the provider keep the same price open three times, also after it expired', async () => {
    const { provider, sent, read } = await quoting(town)
    const { id } = await sent({ validUntil: dayIn(1) })
    const extend = (days: number) =>
      town.call(extendOffer, { params: { id }, body: { validUntil: dayIn(days) } }, provider)
    expect(await extend(3)).toMatchObject({ status: 'SENT', revisionNumber: 1, extensions: { used: 1, limit: 3 } })
    const earlier = { params: { id }, body: { validUntil: dayIn(2) } }
    expect((await town.refusal(extendOffer, earlier, provider)).issues?.[0]?.message).toBe(
      'Choose a later day than the one it holds until now.',
    )
    town.clock.advance(5 * DAY)
    await town.deps.jobs.runDue()
    expect((await read(id)).status).toBe('EXPIRED')
    expect(await extend(4)).toMatchObject({ status: 'SENT', lostReason: null })
    await extend(6)
    const once = { params: { id }, body: { validUntil: dayIn(8) } }
    expect(await town.refusal(extendOffer, once, provider)).toMatchObject({
      code: 'EXTENSION_LIMIT',
      message: 'An offer can be extended 3 times. Send a new revision instead.',
    })
  })

  it('lets what expired or was declined rest after thirty days', async () => {
    const { provider, sent } = await quoting(town, { isNew: true })
    const { id } = await sent()
    await town.call(declineOffer, { params: { id }, body: { reasonCode: 'SCOPE' } }, marketplace)
    town.clock.advance(30 * DAY + 1)
    // Sessions do not last that long.
    const back = await town.db.transaction((tx) => startSession(town.deps, tx, provider.id))
    const later = { token: back.token }
    expect((await town.call(getOffer, { params: { id } }, later)).allowedActions).toEqual(['duplicate'])
    const body = { version: 0, content: bathroom }
    expect((await town.refusal(saveOfferDraft, { params: { id }, body }, later)).code).toBe('INVALID_TRANSITION')
  })

  it('reminds once in two days and three times in all', async () => {
    const { provider, sent } = await quoting(town, { isNew: true })
    const { id } = await sent({ validUntil: dayIn(30) })
    const params = { id }
    expect(await town.call(remindOfOffer, { params, body: {} }, provider)).toMatchObject({
      reminders: { sent: 1, limit: 3 },
    })
    expect(await town.refusal(remindOfOffer, { params, body: {} }, provider)).toMatchObject({
      status: 409,
      code: 'REMINDER_TOO_SOON',
    })
    for (let n = 2; n <= 3; n += 1) {
      town.clock.advance(2 * DAY)
      await town.call(remindOfOffer, { params, body: {} }, provider)
    }
    town.clock.advance(2 * DAY)
    expect(await town.refusal(remindOfOffer, { params, body: {} }, provider)).toMatchObject({
      code: 'REMINDER_LIMIT',
      message: 'You can remind somebody 3 times at most.',
    })
  })

  it('ends a request nobody quoted for', async () => {
    const { provider, ask, read } = await quoting(town)
    const { id } = await ask({ urgency: 'EMERGENCY' })
    town.clock.advance(2 * HOUR)
    await town.deps.jobs.runDue()
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', lostReason: { by: 'SYSTEM' } })
    expect(await noticesOf(id)).toContain('offer-expired')
    const extend = { params: { id }, body: { validUntil: dayIn(3) } }
    expect((await town.refusal(extendOffer, extend, provider)).code).toBe('INVALID_TRANSITION')
  })
})

describe('the list of offers', () => {
  it('is read page by page, latest change first, with counts and values of each state', async () => {
    const { provider, ask, sent } = await quoting(town, { isNew: true })
    for (let n = 0; n < 3; n += 1) {
      town.clock.advance(1000)
      await ask({ title: `Job ${n}` })
    }
    town.clock.advance(1000)
    const { id } = await sent()
    const first = await town.send(listOffers, { query: { limit: 2 } }, provider)
    if (!first.body.success) throw new Error('refused')
    expect(first.body.data.map(({ title }) => title)).toEqual(['New bathroom', 'Job 2'])
    expect(first.body.meta).toMatchObject({
      total: 4,
      countsByStatus: { REQUESTED: 3, SENT: 1, DRAFT: 0 },
      valueByStatus: { SENT: [{ amount: 1_761_190, currency: 'NGN' }], DRAFT: [] },
    })
    const cursor = String(first.body.meta?.['nextCursor'])
    const rest = await town.call(listOffers, { query: { limit: 2, cursor } }, provider)
    expect(rest.map(({ title }) => title)).toEqual(['Job 1', 'Job 0'])
    const found = await town.call(listOffers, { query: { status: 'SENT,DRAFT', q: 'bath' } }, provider)
    expect(found.map((offer) => offer.id)).toEqual([id])
    const earliest = await town.call(listOffers, { query: { sort: 'updatedAt', limit: 1 } }, provider)
    expect(earliest.map(({ title }) => title)).toEqual(['Job 0'])
    expect((await town.refusal(listOffers, { query: { cursor: 'x' } }, provider)).issues?.[0]?.field).toBe('cursor')
    expect((await town.refusal(listOffers, { query: { q: 'x' } }, provider)).issues?.[0]?.message).toBe(
      'Type at least 2 characters.',
    )
    const theirs = await town.call(listMarketplaceOffers, { query: { providerId: provider.id, limit: 3 } }, marketplace)
    expect(theirs[0]).toMatchObject({ id, total: { amount: 1_761_190 } })
    expect(theirs).toHaveLength(3)
  })

  it("has nothing of other providers', and shows other customers nothing", async () => {
    const { sent } = await quoting(town)
    const { id } = await sent()
    const stranger = await createProvider(town)
    expect(await town.call(listOffers, {}, stranger)).toEqual([])
    expect(await town.refusal(getOffer, { params: { id } }, stranger)).toMatchObject({
      status: 404,
      message: "We couldn't find that offer.",
    })
    const other = await createCustomer(town)
    const theirs = { params: { id }, query: { customerId: other.id } }
    expect((await town.refusal(getMarketplaceOffer, theirs, marketplace)).status).toBe(404)
  })
})

describe('an offer once more', () => {
  it('is a draft without times, for the same customer or another one', async () => {
    const { provider, customer, sent, ask } = await quoting(town)
    const { id } = await sent({ proposedSlots: [slotIn(500)], messageToCustomer: 'Hello.' })
    const copy = await town.call(duplicateOffer, { params: { id }, body: {} }, provider)
    expect(copy).toMatchObject({
      status: 'DRAFT',
      origin: 'REBOOK',
      customer: { id: customer.id },
      draftRevision: { content: { title: 'New bathroom', proposedSlots: [], messageToCustomer: '' } },
    })
    expect(copy.draftRevision?.content.lineItems[0]?.costPrice).toBe(300_000)
    const stranger = await createCustomer(town)
    const to = { params: { id }, body: { customerId: stranger.id } }
    expect((await town.refusal(duplicateOffer, to, provider)).status).toBe(404)
    await quotingBetween(town, provider, stranger).ask()
    expect((await town.call(duplicateOffer, to, provider)).origin).toBe('PROVIDER_INITIATED')
    const { id: empty } = await ask()
    expect((await town.refusal(duplicateOffer, { params: { id: empty }, body: {} }, provider)).status).toBe(409)
  })

  it('is added up for the editor without being kept', async () => {
    const { provider } = await quoting(town)
    expect((await town.call(calculateTotals, { body: { content: bathroom } }, provider)).total).toBe(1_761_190)
  })
})
