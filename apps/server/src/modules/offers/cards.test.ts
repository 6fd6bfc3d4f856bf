import { getOffer, listOfferCards } from '@fettle/protocol/offers'
import { offerCardsMax } from '@fettle/protocol/offers/constants'
import { describe, expect, it } from 'vitest'
import { createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import { countStatements } from '../../../testing/app/count-statements.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const cards = (caller: Caller, ...ids: string[]) =>
  testApp.call(listOfferCards, { query: { ids: ids.join(',') } }, caller)

describe('offer cards', () => {
  it('contain the same status and actions as the offer', async () => {
    const { provider, requestOffer, send } = await createOfferScenario(testApp)
    const [requested, other] = [await requestOffer(), await requestOffer()]
    await send(other.id)
    const answered = await cards(provider, requested.id, other.id)
    expect(answered.map(({ id }) => id).sort()).toEqual([requested.id, other.id].sort())
    for (const card of answered) {
      const offer = await testApp.call(getOffer, { params: { id: card.id } }, provider)
      const { id, status, version, total, validUntil, respondBy, convertedTo, allowedActions, customer } = offer
      const same = { id, status, version, total, validUntil, respondBy, convertedTo, allowedActions, customer }
      expect(card).toMatchObject(same)
    }
  })

  it('leave out unknown offers and those of others', async () => {
    const ownScenario = await createOfferScenario(testApp)
    const otherScenario = await createOfferScenario(testApp, { isNew: true })
    const [own, other] = [await ownScenario.requestOffer(), await otherScenario.requestOffer()]
    const found = await cards(
      ownScenario.provider,
      other.id,
      own.id,
      own.id,
      'off_00000000000000000000000000',
      'anything',
    )
    expect(found.map(({ id }) => id)).toEqual([own.id])
    expect(await cards(ownScenario.provider)).toEqual([])
  })

  it('take the same number of statements for ten offers as for two', async () => {
    const { provider, requestOffer } = await createOfferScenario(testApp)
    const ids: string[] = []
    for (let index = 0; index < 10; index += 1) ids.push((await requestOffer()).id)
    const counted = (some: string[]) => countStatements(testApp, () => cards(provider, ...some))
    await cards(provider, ...ids)
    const few = await counted(ids.slice(0, 2))
    expect(few).toBeGreaterThan(0)
    expect(await counted(ids)).toBe(few)
  })

  it('are refused without a token and beyond fifty', async () => {
    const { provider } = await createOfferScenario(testApp)
    expect(await testApp.refusal(listOfferCards, { query: { ids: '' } })).toMatchObject({ status: 401 })
    const ids = Array.from({ length: offerCardsMax + 1 }, (_, index) => `off_${index}`).join(',')
    expect(await testApp.refusal(listOfferCards, { query: { ids } }, provider)).toMatchObject({
      status: 422,
      issues: [{ field: 'ids', message: 'Request at most 50 offers at a time.' }],
    })
  })
})
