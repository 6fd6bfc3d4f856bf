import { undoAcceptance } from '@fettle/protocol/marketplace/offers'
import { convertOffer } from '@fettle/protocol/offers/actions'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { afterEach, describe, expect, it } from 'vitest'
import { createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import { marketplace } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const set = (values: Record<string, unknown>) => testApp.call(patchSettings, { body: { values } }, marketplace)
afterEach(() => set({ offerValidDays: null, undoAcceptanceMinutes: null, contractFrom: null }))

describe('offer settings of operators', () => {
  it('offerValidDays: the default validity', async () => {
    const { sent } = await createOfferScenario(testApp)
    await set({ offerValidDays: 3 })
    expect((await sent()).validUntil).toBe('2026-03-05T22:59:59.000Z')
  })

  it('undoAcceptanceMinutes: an acceptance can be undone for this long', async () => {
    const { sent, accept } = await createOfferScenario(testApp)
    await set({ undoAcceptanceMinutes: 2 })
    const { id } = await sent()
    await accept(id)
    testApp.clock.advance(2 * 60_000 + 1)
    expect(await testApp.refusal(undoAcceptance, { params: { id }, body: {} }, marketplace)).toMatchObject({
      code: 'UNDO_CLOSED',
      details: { minutes: 2 },
    })
  })

  it('contractFrom: from this total on a contract is required', async () => {
    const { provider, sent, accept } = await createOfferScenario(testApp)
    await set({ contractFrom: { NGN: 1_761_191 } })
    const { id } = await sent()
    expect((await accept(id)).needsContract).toBe(false)
    await set({ contractFrom: { NGN: 1_761_190 } })
    const input = { params: { id }, body: { target: 'BOOKING' as const } }
    expect((await testApp.refusal(convertOffer, input, provider)).code).toBe('CONTRACT_REQUIRED')
  })
})
