import { createOffer } from '@fettle/protocol/offers/actions'
import {
  createOfferTemplate,
  listOfferTemplates,
  removeOfferTemplate,
  saveOfferTemplate,
} from '@fettle/protocol/offers/templates'
import { OFFER_TEMPLATE_LIMIT, PRICE_BOOK_LIMIT } from '@fettle/protocol/offers/constants'
import {
  createPriceBookItem,
  listPriceBook,
  removePriceBookItem,
  savePriceBookItem,
} from '@fettle/protocol/offers/price-book'
import { getOfferPdf } from '@fettle/protocol/offers'
import { saveContactInfo } from '@fettle/protocol/accounts/profile'
import { fillPath } from '@fettle/protocol'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bathroomOffer, createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { createProvider, onboardingAnswers } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

const tap = { kind: 'MATERIAL', name: 'Tap', unit: 'ITEM', unitPrice: 2_500_000, costPrice: 1_900_000 } as const

describe('the price book', () => {
  it('stores items by name', async () => {
    const provider = await createProvider(testApp)
    const item = await testApp.call(createPriceBookItem, { body: tap }, provider)
    expect(item).toMatchObject({ name: 'Tap', currency: 'NGN', version: 1 })
    await testApp.call(createPriceBookItem, { body: { ...tap, name: 'Elbow' } }, provider)
    expect((await testApp.call(listPriceBook, {}, provider)).map(({ name }) => name)).toEqual(['Elbow', 'Tap'])
    const params = { id: item.id }
    const priceRise = { params, body: { ...tap, unitPrice: 2_600_000, version: 1 } }
    expect(await testApp.call(savePriceBookItem, priceRise, provider)).toMatchObject({
      unitPrice: 2_600_000,
      version: 2,
    })
    expect(await testApp.refusal(savePriceBookItem, priceRise, provider)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { version: 2 } },
    })
    expect(await testApp.refusal(createPriceBookItem, { body: { ...tap, name: 'TAP' } }, provider)).toMatchObject({
      status: 409,
      code: 'PRICE_BOOK_DUPLICATE',
      message: 'Your price book already has “TAP”.',
    })
    await testApp.call(removePriceBookItem, { params }, provider)
    expect((await testApp.refusal(removePriceBookItem, { params }, provider)).status).toBe(404)
  })

  it('holds five hundred items', async () => {
    const provider = await createProvider(testApp)
    await testApp.db.execute(sql`
      insert into price_book_items (id, provider_id, kind, name, description, unit, unit_price, tax_rate_bps, currency,
        version, created_at, updated_at)
      select 'pbi_' || lpad(n::text, 26, '0'), ${provider.id}, 'OTHER', 'Item ' || n, '', 'ITEM', 1, 0, 'NGN', 1, now(), now()
      from generate_series(1, ${PRICE_BOOK_LIMIT}::int) as n`)
    expect(await testApp.refusal(createPriceBookItem, { body: tap }, provider)).toMatchObject({
      code: 'PRICE_BOOK_LIMIT',
      message: 'Your price book can have 500 items. Delete one first.',
    })
  })
})

describe('offer templates', () => {
  it('fill offers, without customer-specific fields', async () => {
    const { provider, customer, requestOffer } = await createOfferScenario(testApp)
    await requestOffer()
    const content = { ...bathroomOffer, validUntil: '2026-03-10', messageToCustomer: 'Hello.' }
    const template = await testApp.call(createOfferTemplate, { body: { name: 'Bathrooms', content } }, provider)
    expect(template.content).toMatchObject({ validUntil: null, messageToCustomer: '' })
    const body = { customerId: customer.id, templateId: template.id }
    expect(await testApp.call(createOffer, { body }, provider)).toMatchObject({
      title: 'New bathroom',
      total: { amount: 1_761_190 },
    })
    const params = { id: template.id }
    const renamed = { params, body: { name: 'Baths', content, version: 1 } }
    expect(await testApp.call(saveOfferTemplate, renamed, provider)).toMatchObject({ name: 'Baths', version: 2 })
    expect((await testApp.refusal(saveOfferTemplate, renamed, provider)).code).toBe('VERSION_CONFLICT')
    await testApp.call(removeOfferTemplate, { params }, provider)
    expect(await testApp.call(listOfferTemplates, {}, provider)).toEqual([])
    expect((await testApp.refusal(createOffer, { body }, provider)).status).toBe(404)
  })

  it('leave their amounts out of an offer in another currency', async () => {
    const { provider, customer, requestOffer } = await createOfferScenario(testApp, { isNew: true })
    await requestOffer()
    const usual = await testApp.call(createOfferTemplate, { body: { name: 'Usual', content: bathroomOffer } }, provider)
    expect(usual.currency).toBe('NGN')
    const { address, city } = onboardingAnswers.location
    await testApp.call(saveContactInfo, { body: { address, city, state: 'Greater Accra', country: 'GH' } }, provider)
    const started = () =>
      testApp.call(createOffer, { body: { customerId: customer.id, templateId: usual.id } }, provider)
    expect(await started()).toMatchObject({ title: 'New bathroom', total: { amount: 0, currency: 'GHS' } })
    const save = (over: object) =>
      testApp.call(
        saveOfferTemplate,
        { params: { id: usual.id }, body: { name: 'Usual', content: bathroomOffer, ...over } },
        provider,
      )
    // A new name leaves the currency of the amounts as it is.
    expect((await save({ name: 'Bathrooms' })).currency).toBe('NGN')
    expect((await save({ currency: 'GHS' })).currency).toBe('GHS')
    expect(await started()).toMatchObject({ total: { amount: 1_761_190, currency: 'GHS' } })
    const cedis = { name: 'Cedis', content: bathroomOffer }
    expect(await testApp.call(createOfferTemplate, { body: cedis }, provider)).toMatchObject({ currency: 'GHS' })
  })

  it('from before an update have the currency of the last offer before them', async () => {
    const { provider, sent } = await createOfferScenario(testApp, { isNew: true })
    await sent()
    const body = { name: 'Old', content: bathroomOffer }
    const { id } = await testApp.call(createOfferTemplate, { body }, provider)
    await testApp.db.execute(sql`update offer_templates set currency = null where id = ${id}`)
    const path = new URL('../../../../migrations/0057_currency_of_offer_templates.sql', import.meta.url)
    const update = readFileSync(path, 'utf8')
      .split(';\n')
      .find((statement) => statement.includes('update offer_templates'))
    await testApp.db.execute(sql([update ?? '']))
    expect(await testApp.call(listOfferTemplates, {}, provider)).toMatchObject([{ id, currency: 'NGN' }])
  })

  it('are fifty at most', async () => {
    const provider = await createProvider(testApp)
    await testApp.db.execute(sql`
      insert into offer_templates (id, provider_id, name, content, version, created_at, updated_at)
      select 'oft_' || lpad(n::text, 26, '0'), ${provider.id}, 'T' || n, '{}', 1, now(), now()
      from generate_series(1, ${OFFER_TEMPLATE_LIMIT}::int) as n`)
    const body = { name: 'One more', content: bathroomOffer }
    expect((await testApp.refusal(createOfferTemplate, { body }, provider)).code).toBe('TEMPLATE_LIMIT')
  })
})

describe('an offer as PDF', () => {
  it('shows the sent revision with identical bytes, to its provider only', async () => {
    const { provider, sent } = await createOfferScenario(testApp)
    const { id } = await sent({ terms: 'Half before, half after.', exclusions: 'Painting.', warrantyMonths: 12 })
    const print = async () => {
      const response = await fetch(testApp.url + fillPath(getOfferPdf.path, { id, number: 1 }), {
        headers: { authorization: `Bearer ${provider.token}` },
      })
      expect(response.headers.get('content-type')).toBe('application/pdf')
      return Buffer.from(await response.arrayBuffer())
    }
    const first = await print()
    expect(first.subarray(0, 5).toString()).toBe('%PDF-')
    testApp.clock.advance(60_000)
    expect((await print()).length).toBe(first.length)
    const stranger = await createProvider(testApp)
    const response = await fetch(testApp.url + fillPath(getOfferPdf.path, { id, number: 1 }), {
      headers: { authorization: `Bearer ${stranger.token}` },
    })
    expect(response.status).toBe(404)
  })
})
