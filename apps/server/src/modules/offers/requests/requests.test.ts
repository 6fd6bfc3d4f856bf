import { HOUR_MS } from '@fettle/protocol/core/durations'
import {
  addOfferRequestPhoto,
  closeOfferRequest,
  getOfferRequest,
  requestOffers,
} from '@fettle/protocol/marketplace/offers'
import {
  createOffer,
  passOffer,
  removeOffer,
  saveOfferDraft,
  sendOffer,
  withdrawOffer,
} from '@fettle/protocol/offers/actions'
import { getOffer, listOffers } from '@fettle/protocol/offers'
import { createUpload } from '@fettle/protocol/common/uploads'
import { describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import { bathroomOffer, createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { createCustomer, createProvider, marketplace } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { purgeResponses } from '../../../platform/http/idempotency.ts'

const testApp = setUpTestApp()

describe('a request for quotes', () => {
  it('appears in the list of each provider, with deadline and number of rivals', async () => {
    const { provider, customer, requestOffer, read } = await createOfferScenario(testApp)
    const rival = await createProvider(testApp)
    const { id, request } = await requestOffer({
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
      respondBy: testApp.inHours(2),
      site: { city: 'Surulere', country: 'NG' },
      request: { competingProviders: 1, urgency: 'EMERGENCY', budgetMax: { amount: 200, currency: 'NGN' } },
      allowedActions: ['draft', 'pass'],
    })
    // Street and phone number belong to the booking.
    expect(JSON.stringify(offer)).not.toContain('Adeniran')
    expect(offer.customer.phone).toContain('•')
    expect(await notificationsOf(testApp, id)).toEqual(['offer-requested'])
    const listed = await testApp.call(listOffers, { query: { customerId: customer.id } }, rival)
    expect(listed.map(({ status }) => status)).toEqual(['REQUESTED'])
  })

  it('is refused for nobody, too many, the same provider twice, and an invalid budget', async () => {
    const { provider, customer } = await createOfferScenario(testApp)
    const body = {
      customerId: customer.id,
      providerIds: [provider.id],
      title: 'New bathroom',
      description: 'Tiles off, tiles on.',
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const messages = async (over: object) =>
      (await testApp.refusal(requestOffers, { body: { ...body, ...over } }, marketplace)).issues?.map(
        ({ message }) => message,
      )
    expect(await messages({ providerIds: [] })).toEqual(['Choose a provider.'])
    expect(await messages({ providerIds: [provider.id, provider.id] })).toEqual(['List each provider only once.'])
    expect(await messages({ providerIds: Array.from({ length: 6 }, () => provider.id) })).toContain(
      'Ask at most 5 providers.',
    )
    const [low, high] = [100, 200].map((amount) => ({ amount, currency: 'NGN' }))
    expect(await messages({ budgetMin: high, budgetMax: low })).toEqual(['The lower budget must come first.'])
    expect(await messages({ respondBy: testApp.inHours(-1) })).toEqual(['Choose a time in the future.'])
    const nobody = { ...body, providerIds: ['usr_00000000000000000000000000'] }
    expect((await testApp.refusal(requestOffers, { body: nobody }, marketplace)).status).toBe(404)
  })

  it('is idempotent, and shows photos to the requested providers', async () => {
    const { provider, customer, requestOffer, read } = await createOfferScenario(testApp)
    const body = {
      customerId: customer.id,
      providerIds: [provider.id],
      title: 'New bathroom',
      description: 'Tiles off, tiles on.',
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const keyed = { ...marketplace, headers: { 'idempotency-key': 'the same request' } }
    const first = await testApp.call(requestOffers, { body }, keyed)
    expect(await testApp.call(requestOffers, { body }, keyed)).toEqual(first)

    const { id, request } = await requestOffer()
    const photo = { params: { id: request.id }, body: {}, file: asFile(await picture(64, 48)) }
    const { fileId } = await testApp.call(addOfferRequestPhoto, photo, marketplace)
    const { request: offerRequest, files } = await read(id)
    expect(offerRequest?.photos).toEqual([fileId])
    expect(files.map(({ id: file }) => file)).toEqual([fileId])
  })

  it('takes ten photos of its own customer', async () => {
    const { requestOffer } = await createOfferScenario(testApp)
    const { request } = await requestOffer()
    const stranger = await createCustomer(testApp)
    const photo = async (over: { customerId?: string } = {}) => ({
      params: { id: request.id },
      body: over,
      file: asFile(await picture(64, 48)),
    })
    const strangerInput = await photo({ customerId: stranger.id })
    expect((await testApp.refusal(addOfferRequestPhoto, strangerInput, marketplace)).status).toBe(404)
    for (let n = 0; n < 10; n += 1) await testApp.call(addOfferRequestPhoto, await photo(), marketplace)
    expect(await testApp.refusal(addOfferRequestPhoto, await photo(), marketplace)).toMatchObject({
      status: 409,
      code: 'PHOTO_LIMIT',
      message: 'A request can have 10 photos.',
    })
  })

  it('ends its undecided offers when the customer closes it', async () => {
    const { sent, requestOffer, read } = await createOfferScenario(testApp)
    const { id, request } = await requestOffer()
    const other = await sent()
    const close = () => testApp.call(closeOfferRequest, { params: { id: request.id }, body: {} }, marketplace)
    expect(await close()).toMatchObject({ status: 'CLOSED', offers: [{ id, status: 'CANCELLED' }] })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', lostReason: { by: 'CUSTOMER' }, allowedActions: [] })
    expect((await read(other.id)).status).toBe('SENT')
    expect(await notificationsOf(testApp, id)).toContain('offer-closed')
    const stranger = await createCustomer(testApp)
    const strangerInput = { params: { id: request.id }, query: { customerId: stranger.id } }
    expect((await testApp.refusal(getOfferRequest, strangerInput, marketplace)).status).toBe(404)
  })

  it('is declined with a reason', async () => {
    const { provider, requestOffer } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    const pass = { params: { id }, body: { reasonCode: 'TOO_FAR' as const } }
    expect(await testApp.call(passOffer, pass, provider)).toMatchObject({
      status: 'PASSED',
      lostReason: { by: 'PROVIDER', reasonCode: 'TOO_FAR' },
      allowedActions: [],
    })
    expect(await testApp.call(passOffer, pass, provider)).toMatchObject({ status: 'PASSED', version: 2 })
    const other = { params: { id }, body: { reasonCode: 'OTHER' as const } }
    expect((await testApp.refusal(passOffer, other, provider)).issues?.[0]?.message).toBe('Explain why in a few words.')
    expect(
      await testApp.refusal(withdrawOffer, { params: { id }, body: { reasonCode: 'OTHER', note: 'x' } }, provider),
    ).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the offer is turned down.',
      details: { from: 'PASSED', action: 'withdraw', allowed: [] },
    })
  })
})

describe('an offer draft', () => {
  it('answers the request and updates totals', async () => {
    const { requestOffer, write } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    const draft = await write(id)
    expect(draft).toMatchObject({
      status: 'DRAFT',
      total: { amount: 1_761_190, currency: 'NGN' },
      draftRevision: { version: 1, totals: { deposit: 528_357, marginEstimate: 743_619 } },
      allowedActions: ['pass', 'send', 'draft', 'duplicate'],
    })
    expect((await write(id, { title: 'A better bathroom' })).draftRevision?.version).toBe(2)
  })

  it('is refused for an outdated version, with both drafts', async () => {
    const { provider, requestOffer, write } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    await write(id)
    await write(id, { title: 'From the other tab' })
    const edit = { version: 1, content: { ...bathroomOffer, title: 'From this tab' } }
    expect(await testApp.refusal(saveOfferDraft, { params: { id }, body: edit }, provider)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This draft changed while you were editing. Review the latest version and try again.',
      details: {
        current: { version: 2, content: { title: 'From the other tab' } },
        yours: { version: 1, content: { title: 'From this tab' } },
      },
    })
    const sending = { params: { id }, body: { draftVersion: 1 } }
    expect((await testApp.refusal(sendOffer, sending, provider)).code).toBe('VERSION_CONFLICT')
  })

  it('is created by one of two tabs', async () => {
    const { provider, requestOffer } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    const body = { version: 0, content: bathroomOffer }
    const replies = await Promise.all(
      [1, 2, 3].map(() => testApp.send(saveOfferDraft, { params: { id }, body }, provider)),
    )
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  })

  it('accepts only files uploaded for it', async () => {
    const { provider, requestOffer } = await createOfferScenario(testApp)
    const { id } = await requestOffer()
    const content = { ...bathroomOffer, photos: ['fil_00000000000000000000000000'] }
    const body = { version: 0, content }
    expect((await testApp.refusal(saveOfferDraft, { params: { id }, body }, provider)).issues?.[0]).toMatchObject({
      path: ['photos', 0],
      message: 'Upload this file again.',
    })
  })

  it('leaves no files behind when it is deleted', async () => {
    const { provider, customer, requestOffer, write } = await createOfferScenario(testApp)
    await requestOffer()
    const { id } = await testApp.call(createOffer, { body: { customerId: customer.id } }, provider)
    const file = asFile(await picture(300, 300))
    const photo = await testApp.call(createUpload, { body: { purpose: 'OFFER_PHOTO' }, file }, provider)
    await write(id, { photos: [photo.id] })
    await testApp.call(removeOffer, { params: { id } }, provider)
    await testApp.advance(25 * HOUR_MS)
    expect(await testApp.db.query(sql`select from files where id = ${photo.id}`)).toEqual([])
  })

  it('can be created without a request for a known customer, and deleted until sent', async () => {
    const { provider, customer, requestOffer, send } = await createOfferScenario(testApp)
    const stranger = await createCustomer(testApp)
    const to = (customerId: string) => ({ body: { customerId } })
    expect((await testApp.refusal(createOffer, to(stranger.id), provider)).code).toBe('NOT_FOUND')
    await requestOffer()
    const { id } = await testApp.call(createOffer, to(customer.id), provider)
    const requested = await requestOffer()
    expect((await testApp.refusal(removeOffer, { params: { id: requested.id } }, provider)).status).toBe(409)
    await testApp.call(removeOffer, { params: { id } }, provider)
    expect((await testApp.refusal(getOffer, { params: { id } }, provider)).status).toBe(404)
    const kept = await testApp.call(createOffer, to(customer.id), provider)
    expect(kept).toMatchObject({
      status: 'DRAFT',
      origin: 'PROVIDER_INITIATED',
      allowedActions: ['send', 'draft', 'remove', 'duplicate'],
    })
    await send(kept.id)
    expect((await testApp.refusal(removeOffer, { params: { id: kept.id } }, provider)).code).toBe('INVALID_TRANSITION')
    expect((await testApp.refusal(createOffer, { body: {} }, provider)).issues?.[0]?.message).toBe(
      'Choose a customer, a conversation or a booking.',
    )
  })

  it('is created once per device key, and returned in its current state', async () => {
    const { provider, customer, requestOffer, write } = await createOfferScenario(testApp)
    const another = await createOfferScenario(testApp, { isNew: true })
    await requestOffer()
    await another.requestOffer()
    const begin = (who: typeof provider, customerId: string) =>
      testApp.call(
        createOffer,
        { body: { customerId } },
        { token: who.token, headers: { 'idempotency-key': 'new-of-this-device' } },
      )
    const first = await begin(provider, customer.id)
    expect((await begin(provider, customer.id)).id).toBe(first.id)
    await write(first.id)
    // After stored responses have expired.
    await testApp.advance(49 * 3_600_000)
    await purgeResponses(testApp.deps)
    const late = await begin(provider, customer.id)
    expect(late).toMatchObject({ id: first.id, draftRevision: { version: 2, content: { title: 'New bathroom' } } })
    expect((await begin(another.provider, another.customer.id)).id).not.toBe(first.id)
  })
})
