import { sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { searchEverything } from '@fettle/protocol/workspace/search'
import { describe, expect, it } from 'vitest'
import { contractScenarioBetween } from '../../../testing/fixtures/contract-scenario.ts'
import { offerScenarioBetween } from '../../../testing/fixtures/offer-scenario.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const search = async (provider: { token: string }, q?: string) =>
  (await testApp.call(searchEverything, { query: q === undefined ? {} : { q } }, provider)).map(
    ({ kind, title, customer }) => [kind, title, customer?.name],
  )

describe('the search over everything', () => {
  it('finds customers, records, messages and articles by a word, and nothing of another provider', async () => {
    const [provider, other] = [await createProvider(testApp), await createProvider(testApp)]
    const zola = await createCustomer(testApp, { name: 'Zola Refund' })
    const booking = await requestBooking(testApp, { provider, customer: zola, title: 'Leaking tap' })
    await offerScenarioBetween(testApp, provider, zola).sent()
    await contractScenarioBetween(testApp, provider, zola).blank()
    const { channel } = await testApp.call(createChannel, { body: { participantId: zola.id } }, provider)
    await testApp.call(
      sendMarketplaceMessage,
      { params: { id: channel.id }, body: { customerId: zola.id, text: 'When comes my refund?' } },
      marketplace,
    )

    const found = await testApp.call(searchEverything, { query: { q: 'refund' } }, provider)
    const kinds = [...new Set(found.map(({ kind }) => kind))]
    expect(kinds.slice(0, 4)).toEqual(['CUSTOMER', 'BOOKING', 'OFFER', 'CONTRACT'])
    expect(kinds).toContain('MESSAGE')
    expect(found.find(({ kind }) => kind === 'BOOKING')).toMatchObject({
      id: booking.id,
      reference: booking.reference,
      status: 'REQUESTED',
      customer: { name: 'Zola Refund' },
    })
    expect(found.find(({ kind }) => kind === 'MESSAGE')).toMatchObject({
      cid: channel.cid,
      title: 'When comes my refund?',
      customer: { name: 'Zola Refund' },
    })
    expect((await search(other, 'refund')).filter(([kind]) => kind !== 'ARTICLE')).toEqual([])
    expect(await search(provider, 'xylophone')).toEqual([])
    expect(await search(provider, '?!')).toEqual([])
  })

  it('returns the five latest of a kind, latest first', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp, { name: 'Chidi Okafor' })
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
      testApp.clock.advance(60_000)
      await requestBooking(testApp, { provider, customer, title: `${title} gutters` })
    }
    const titles = (await search(provider, 'gutters')).map(([, title]) => title)
    expect(titles).toEqual(['Six gutters', 'Five gutters', 'Four gutters', 'Three gutters', 'Two gutters'])
  })

  it('lists the latest records while nothing is typed', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp, { name: 'Chidi Okafor' })
    await requestBooking(testApp, { provider, customer, title: 'First job' })
    testApp.clock.advance(60_000)
    await requestBooking(testApp, { provider, customer, title: 'Second job' })
    expect(await search(provider)).toEqual([
      ['BOOKING', 'Second job', 'Chidi Okafor'],
      ['BOOKING', 'First job', 'Chidi Okafor'],
    ])
  })
})
