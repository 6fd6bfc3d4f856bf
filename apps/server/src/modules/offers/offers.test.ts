import { saveContactInfo } from '@fettle/protocol/accounts/profile'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { getMarketplaceOffer, listMarketplaceOffers, requestOfferChanges } from '@fettle/protocol/marketplace/offers'
import { createOffer, duplicateOffer, passOffer, remindOfOffer, removeOffer } from '@fettle/protocol/offers/actions'
import { calculateTotals, getOffer, listOffers } from '@fettle/protocol/offers'
import { describe, expect, it } from 'vitest'
import { bathroomOffer, createOfferScenario, offerScenarioBetween } from '../../../testing/fixtures/offer-scenario.ts'
import { createCustomer, createProvider, marketplace, onboardingAnswers } from '../../../testing/fixtures/providers.ts'
import { countStatements } from '../../../testing/app/count-statements.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('the list of offers', () => {
  it('is paged, latest change first, with counts and values by status', async () => {
    const { provider, requestOffer, sent } = await createOfferScenario(testApp, { isNew: true })
    for (let n = 0; n < 3; n += 1) {
      testApp.clock.advance(1000)
      await requestOffer({ title: `Job ${n}` })
    }
    testApp.clock.advance(1000)
    const { id } = await sent()
    const first = await testApp.send(listOffers, { query: { limit: 2 } }, provider)
    if (!first.body.success) throw new Error('refused')
    expect(first.body.data.map(({ title }) => title)).toEqual(['New bathroom', 'Job 2'])
    expect(first.body.meta).toMatchObject({
      total: 4,
      countsByStatus: { REQUESTED: 3, SENT: 1, DRAFT: 0 },
      valueByStatus: { SENT: [{ amount: 1_761_190, currency: 'NGN' }], DRAFT: [] },
    })
    const cursor = String(first.body.meta?.['nextCursor'])
    const secondPage = await testApp.call(listOffers, { query: { limit: 2, cursor } }, provider)
    expect(secondPage.map(({ title }) => title)).toEqual(['Job 1', 'Job 0'])
    const found = await testApp.call(listOffers, { query: { status: 'SENT,DRAFT', q: 'bath' } }, provider)
    expect(found.map((offer) => offer.id)).toEqual([id])
    const earliest = await testApp.call(listOffers, { query: { sort: 'updatedAt', limit: 1 } }, provider)
    expect(earliest.map(({ title }) => title)).toEqual(['Job 0'])
    const inFrench = { ...provider, headers: { 'accept-language': 'fr' } }
    expect((await testApp.refusal(listOffers, { query: { cursor: 'x' } }, inFrench)).issues).toMatchObject([
      { field: 'cursor', message: 'Cette page n’existe pas. Recommencez à la première.' },
    ])
    expect((await testApp.refusal(listOffers, { query: { q: 'x' } }, provider)).issues?.[0]?.message).toBe(
      'Type at least 2 characters.',
    )
    const marketplaceOffers = await testApp.call(
      listMarketplaceOffers,
      { query: { providerId: provider.id, limit: 3 } },
      marketplace,
    )
    expect(marketplaceOffers[0]).toMatchObject({ id, total: { amount: 1_761_190 } })
    expect(marketplaceOffers).toHaveLength(3)
  })

  it('goes on after the last row of a page that is deleted by now', async () => {
    const { provider, customer, requestOffer } = await createOfferScenario(testApp, { isNew: true })
    await requestOffer()
    const createDraft = () => testApp.call(createOffer, { body: { customerId: customer.id } }, provider)
    const drafts = [await createDraft(), await createDraft(), await createDraft()]
    const query = { sort: 'title' as const, status: 'DRAFT', limit: 2 }
    const page = await testApp.send(listOffers, { query }, provider)
    if (!page.body.success) throw new Error('refused')
    await testApp.call(removeOffer, { params: { id: page.body.data[1]?.id ?? '' } }, provider)
    const cursor = String(page.body.meta?.['nextCursor'])
    const rest = await testApp.call(listOffers, { query: { ...query, cursor } }, provider)
    expect([...page.body.data, ...rest].map(({ id }) => id)).toEqual(drafts.map(({ id }) => id))
  })

  it('says which customers may be reminded and which drafts removed, as the actions themselves do', async () => {
    const { provider, customer, requestOffer, sent, write } = await createOfferScenario(testApp, { isNew: true })
    const rowOf = async (id: string) => (await testApp.call(listOffers, {}, provider)).find((row) => row.id === id)
    const waiting = await sent()
    expect((await rowOf(waiting.id))?.allowedActions).toEqual(['remind'])
    await testApp.call(remindOfOffer, { params: { id: waiting.id }, body: {} }, provider)
    expect((await rowOf(waiting.id))?.allowedActions).toEqual([])
    testApp.clock.advance(48 * HOUR_MS)
    expect((await rowOf(waiting.id))?.allowedActions).toEqual(['remind'])
    const changes = { params: { id: waiting.id }, body: { note: 'Cheaper tiles, please.' } }
    await testApp.call(requestOfferChanges, changes, marketplace)
    expect((await rowOf(waiting.id))?.allowedActions).toEqual([])
    const requested = await requestOffer()
    await write(requested.id)
    const own = await testApp.call(createOffer, { body: { customerId: customer.id } }, provider)
    expect((await rowOf(requested.id))?.allowedActions).toEqual([])
    expect((await rowOf(own.id))?.allowedActions).toEqual(['remove'])
  })

  it("searches reference, title and the customer's current name, including counts", async () => {
    const { provider, customer, requestOffer, write, read } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await requestOffer()
    const other = offerScenarioBetween(testApp, provider, await createCustomer(testApp, { name: 'Kemi Bello' }))
    await other.requestOffer({ title: 'New roof' })
    const found = async (q: string) => {
      const reply = await testApp.send(listOffers, { query: { q } }, provider)
      if (!reply.body.success) throw new Error(reply.body.message)
      return { ids: reply.body.data.map((offer) => offer.id), total: reply.body.meta?.['total'] }
    }
    const only = { ids: [id], total: 1 }
    const none = { ids: [], total: 0 }
    const { reference } = await read(id)
    const pieces = [
      reference,
      reference.slice(3),
      'new BATH',
      'ath',
      'di oka',
      'okafor chidi',
      'room new bath',
      `chi ${reference.slice(-4)}`,
    ]
    for (const q of pieces) expect(await found(q)).toEqual(only)
    expect((await found('new')).total).toBe(2)
    // LIKE wildcards and quotes have no special meaning.
    for (const q of ['New%roof', 'new_bath', "new'bath", 'new\\bath', 'new bathroomnew bath', 'bath bello']) {
      expect(await found(q)).toEqual(none)
    }
    await write(id, { title: 'Old kitchen' })
    expect(await found('Old kit')).toEqual(only)
    expect(await found('bathroom')).toEqual(none)
    await write(id, { title: "Réfection de l'entrée, مَطبخ" })
    for (const q of ['refection', 'RÉFECTION', "l'entree", 'مطبخ']) expect(await found(q)).toEqual(only)
    const body = { name: 'Ngozi Eze' }
    await testApp.call(putCustomer, { params: { externalId: customer.externalId }, body }, marketplace)
    expect(await found('ngozi')).toEqual(only)
    expect(await found('Chidi')).toEqual(none)
  })

  it('counts up to a thousand matches, says so, and shows the latest', async () => {
    const { provider, customer, requestOffer } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await requestOffer({ title: 'Roof to mend' })
    await testApp.db.execute(sql`
      insert into offers (id, reference, provider_id, customer_id, origin, status, title, currency, time_zone, created_at,
        updated_at)
      select 'off_' || lpad(n::text, 26, '0'), 'OF-1999-' || lpad(n::text, 6, '0'), ${provider.id}, ${customer.id},
        'PROVIDER_INITIATED', 'DRAFT', 'Roof number ' || n, 'NGN', 'Africa/Lagos', at, at
      from (select n, timestamptz '1999-01-01' + n * interval '1 minute' as at from generate_series(1, 1010) n) as made`)
    const found = async (query: object) => {
      const reply = await testApp.send(listOffers, { query: { limit: 2, ...query } }, provider)
      if (!reply.body.success) throw new Error(reply.body.message)
      return { titles: reply.body.data.map(({ title }) => title), meta: reply.body.meta }
    }
    const common = await found({ q: 'roof' })
    expect(common.titles).toEqual(['Roof to mend', 'Roof number 1010'])
    expect(common.meta).toMatchObject({ total: 1000, atLeast: true })
    const next = await found({ q: 'roof', cursor: String(common.meta?.['nextCursor']) })
    expect(next.titles).toEqual(['Roof number 1009', 'Roof number 1008'])
    expect((await found({ q: 'roof', status: 'REQUESTED' })).titles).toEqual(['Roof to mend'])
    const few = await found({ q: 'roof', from: '2000-01-01T00:00:00Z' })
    expect(few).toMatchObject({ titles: ['Roof to mend'], meta: { total: 1, atLeast: false } })
    const rare = await found({ q: 'roof number 77', sort: 'updatedAt' })
    expect(rare).toMatchObject({ titles: ['Roof number 77', 'Roof number 177'], meta: { total: 19, atLeast: false } })
    expect((await found({ q: '001005' })).meta).toMatchObject({ total: 1, countsByStatus: { DRAFT: 1 } })
    expect((await found({ q: id })).meta).toMatchObject({ total: 0 })
  })

  it('keeps exact totals during concurrent changes', async () => {
    const { provider, requestOffer, write, send, accept } = await createOfferScenario(testApp, { isNew: true })
    const ids = await Promise.all(Array.from({ length: 5 }, () => requestOffer())).then((offers) =>
      offers.map(({ id }) => id),
    )
    const [first = '', second = '', third = ''] = ids
    await Promise.all([
      send(first),
      write(second),
      testApp.call(duplicateOffer, { params: { id: first }, body: {} }, provider).catch(() => undefined),
    ])
    await accept(first)
    const body = { reasonCode: 'TOO_FAR' as const }
    await testApp.call(passOffer, { params: { id: third }, body }, provider)
    const counted = await testApp.db.query(sql`
      select status, currency, count(*)::int as count, coalesce(sum(total), 0)::bigint as value from offers
      where provider_id = ${provider.id} group by 1, 2 order by 1`)
    const kept = await testApp.db.query(sql`
      select status, currency, count, value from offer_totals
      where provider_id = ${provider.id} and count <> 0 order by 1`)
    expect(kept).toEqual(counted)
    expect(kept.length).toBeGreaterThan(3)
    // Counts of a search equal those of the list.
    const meta = async (query: object) => {
      const reply = await testApp.send(listOffers, { query }, provider)
      return reply.body.success ? reply.body.meta : undefined
    }
    const [all, found] = [await meta({}), await meta({ from: '2020-01-01T00:00:00Z' })]
    expect(found).toMatchObject({ countsByStatus: all?.['countsByStatus'], valueByStatus: all?.['valueByStatus'] })
  })

  it("contains the provider's own only", async () => {
    const { sent } = await createOfferScenario(testApp)
    const { id } = await sent()
    const stranger = await createProvider(testApp)
    expect(await testApp.call(listOffers, {}, stranger)).toEqual([])
    expect(await testApp.refusal(getOffer, { params: { id } }, stranger)).toMatchObject({
      status: 404,
      message: "We couldn't find that offer.",
    })
    const other = await createCustomer(testApp)
    const otherCustomerInput = { params: { id }, query: { customerId: other.id } }
    expect((await testApp.refusal(getMarketplaceOffer, otherCustomerInput, marketplace)).status).toBe(404)
  })
})

describe('reading an offer', () => {
  it('takes one statement for the offer, its request and its revisions', async () => {
    const { requestOffer, read, send, write } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    expect(await countStatements(testApp, () => read(id))).toBe(1)
    await send(id)
    await send(id, { title: 'Another bathroom' })
    await write(id)
    expect(await countStatements(testApp, () => read(id))).toBe(1)
    const offer = await read(id)
    expect(offer.request).toMatchObject({ title: 'New bathroom', competingProviders: 0 })
    expect(offer.revisions.map(({ number, title }) => [number, title])).toEqual([
      [2, 'Another bathroom'],
      [1, 'New bathroom'],
    ])
    expect(offer.revisions[0]).toMatchObject({ sentAt: testApp.clock.now().toISOString(), supersededAt: null })
    expect(offer.currentRevision).toMatchObject({ number: 2, supersededAt: null })
    expect(offer.currentRevision?.changeSummary).not.toBeNull()
  })
})

describe('duplicating an offer', () => {
  it('creates a draft without slots, for the same or another customer', async () => {
    const { provider, customer, sent, requestOffer } = await createOfferScenario(testApp)
    const { id } = await sent({ proposedSlots: [testApp.slotIn(500)], messageToCustomer: 'Hello.' })
    const copy = await testApp.call(duplicateOffer, { params: { id }, body: {} }, provider)
    expect(copy).toMatchObject({
      status: 'DRAFT',
      origin: 'REBOOK',
      customer: { id: customer.id },
      draftRevision: { content: { title: 'New bathroom', proposedSlots: [], messageToCustomer: '' } },
    })
    expect(copy.draftRevision?.content.lineItems[0]?.costPrice).toBe(300_000)
    const stranger = await createCustomer(testApp)
    const to = { params: { id }, body: { customerId: stranger.id } }
    expect((await testApp.refusal(duplicateOffer, to, provider)).status).toBe(404)
    await offerScenarioBetween(testApp, provider, stranger).requestOffer()
    expect((await testApp.call(duplicateOffer, to, provider)).origin).toBe('PROVIDER_INITIATED')
    const { id: empty } = await requestOffer()
    expect((await testApp.refusal(duplicateOffer, { params: { id: empty }, body: {} }, provider)).status).toBe(409)
  })

  it('leaves the dates of instalments out, so that none is past', async () => {
    const { provider, sent } = await createOfferScenario(testApp)
    const paymentSchedule = [{ label: 'All of it', shareBps: 10_000, dueOn: 'DATE' as const, dueDate: '2026-04-01' }]
    const { id } = await sent({ paymentSchedule })
    const copy = await testApp.call(duplicateOffer, { params: { id }, body: {} }, provider)
    expect(copy.draftRevision?.content.paymentSchedule).toMatchObject([{ dueOn: 'DATE', dueDate: null }])
  })

  it('leaves out amounts in another currency after the provider moved to another country', async () => {
    const { provider, sent } = await createOfferScenario(testApp, { isNew: true })
    const fixed = { type: 'FIXED' as const, value: 100_000 }
    const { id } = await sent({ discount: { ...fixed, label: 'Friends' }, deposit: { ...fixed, dueOn: 'ACCEPTANCE' } })
    const { address, city } = onboardingAnswers.location
    await testApp.call(saveContactInfo, { body: { address, city, state: 'Greater Accra', country: 'GH' } }, provider)
    const copy = await testApp.call(duplicateOffer, { params: { id }, body: {} }, provider)
    expect(copy.total).toEqual({ amount: 0, currency: 'GHS' })
    const { lineItems = [], discount, deposit } = copy.draftRevision?.content ?? {}
    expect(lineItems.map(({ name, unitPrice, costPrice }) => [name, unitPrice, costPrice])).toEqual([
      ['Tiling', 0, null],
      ['Tiles', 0, null],
      ['Travel', 0, null],
    ])
    expect([discount, deposit]).toMatchObject([
      { type: 'FIXED', value: 0 },
      { type: 'FIXED', value: 0 },
    ])
  })

  it('previews totals without saving', async () => {
    const { provider } = await createOfferScenario(testApp)
    expect((await testApp.call(calculateTotals, { body: { content: bathroomOffer } }, provider)).total).toBe(1_761_190)
  })
})
