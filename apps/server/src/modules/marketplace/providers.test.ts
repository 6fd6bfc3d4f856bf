import { listProviders, getProvider } from '@fettle/protocol/marketplace/providers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { addToRating } from '../profile/index.ts'

const testApp = setUpTestApp()
let provider: TestProvider

beforeAll(async () => {
  provider = await createProvider(testApp)
})

describe('providers', () => {
  it('are listed by service once onboarded', async () => {
    const painter = await createProvider(testApp, { firstName: 'Bisi', professional: { serviceType: 'PAINTING' } })
    await createSignedInAccount(testApp, { firstName: 'Newcomer' })
    const all = await testApp.call(listProviders, {}, marketplace)
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([provider.id, painter.id]))
    expect(all.map(({ name }) => name)).not.toContain('Newcomer Eze')
    const painters = await testApp.call(listProviders, { query: { service: 'PAINTING' } }, marketplace)
    expect(painters.map(({ id }) => id)).toEqual([painter.id])
  })

  it('are filtered by rating, which needs a review', async () => {
    const rate = (id: string, sum: number, count: number) =>
      testApp.db.transaction((tx) => addToRating(tx, id, { sum, count }))
    const [good, fair] = [await createProvider(testApp), await createProvider(testApp)]
    await rate(good.id, 14, 3)
    await rate(fair.id, 7, 2)
    const found = async (minRating: number) =>
      (await testApp.call(listProviders, { query: { minRating } }, marketplace)).map(({ id }) => id)
    expect(await found(1)).toEqual([good.id, fair.id])
    expect(await found(3.5)).toEqual([good.id, fair.id])
    expect(await found(3.6)).toEqual([good.id])
    const shown = await testApp.call(getProvider, { params: { id: good.id } }, marketplace)
    expect(shown.rating).toEqual({ average: 4.7, count: 3 })
    expect((await testApp.call(getProvider, { params: { id: provider.id } }, marketplace)).rating).toBeNull()
    const refusal = await testApp.refusal(listProviders, { query: { minRating: 6 } }, marketplace)
    expect(refusal.issues).toMatchObject([{ field: 'minRating', code: 'TOO_BIG' }])
  })

  it('are paged without repeats, with any filter', async () => {
    const all = await testApp.call(listProviders, { query: { limit: 200 } }, marketplace)
    const nearby = { lat: 6.5, lng: 3.35 }
    for (const query of [{}, nearby]) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const reply = await testApp.send(listProviders, { query: { ...query, limit: 2, cursor } }, marketplace)
        if (!reply.body.success) throw new Error('refused')
        seen.push(...reply.body.data.map(({ id }) => id))
        cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
      } while (cursor)
      expect(seen).toEqual(all.map(({ id }) => id))
    }
  })
})
