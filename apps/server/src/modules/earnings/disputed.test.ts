import { DAY_MS } from '@fettle/protocol/core/durations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { toClawBackEntries } from './disputed.rules.ts'
import { advance, endAdvance, holdDisputed, clawBack } from './disputed.service.ts'
import { release } from './holds.service.ts'
import { sumsOf } from './ledger.store.ts'
import { postEarnings } from './posting.service.ts'

const testApp = setUpTestApp()

const amounts = fc.integer({ min: 1, max: 2_000_000 })

describe('reversing earnings', () => {
  it('takes back the requested amount at most, with its fee, from whoever holds it', () => {
    fc.assert(
      fc.property(amounts, fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(100), (price, asked, paid, percent) => {
        const now = new Date('2026-03-02T11:00:00Z')
        const brought = { amount: price, fee: Math.floor((price * percent) / 100), availableAt: now }
        const direct = Math.min(paid, price)
        const ofDirect = Math.floor((brought.fee * direct) / price)
        const held = {
          PLATFORM: { amount: price - direct, fee: brought.fee - ofDirect },
          PROVIDER: { amount: direct, fee: ofDirect },
        }
        const source = { type: 'dispute-settled', id: 'dsp_1', label: '' }
        const entries = toClawBackEntries({ amount: asked, source }, { brought, held, now })
        const sum = (type: string) =>
          entries.filter((each) => each.type === type).reduce((all, each) => all + each.amount, 0)
        expect(sum('REFUND') + Math.min(asked, price)).toBe(0)
        expect(sum('PLATFORM_FEE')).toBeLessThanOrEqual(brought.fee)
        const fromPlatform = entries.filter(({ custody, type }) => custody === 'PLATFORM' && type === 'REFUND')
        expect(0 - fromPlatform.reduce((all, { amount }) => all + amount, 0)).toBe(Math.min(asked, price - direct))
      }),
    )
  })
})

describe('a ledger with disputes', () => {
  it('keeps its sums during random steps, and ends with the settlement', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            price: amounts,
            part: fc.nat(100),
            toProvider: fc.nat(100),
            isAhead: fc.boolean(),
            days: fc.nat(4),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (cases) => {
          const { id: providerId } = await createProvider(testApp)
          const balanced = async () => {
            const sums = await sumsOf(testApp.db, providerId, { now: testApp.clock.now() })
            const { entries } = await testApp.db.one<{ entries: number }>(sql`
              select coalesce(sum(amount), 0)::bigint as entries from ledger_entries
              where provider_id = ${providerId} and custody = 'PLATFORM'`)
            expect(sums.available + sums.pending + sums.onHold).toBe(entries)
            return sums
          }
          let expected = 0
          for (const { price, part, toProvider, isAhead, days } of cases) {
            count += 1
            const disputed = Math.floor((price * part) / 100)
            const reduction = disputed - Math.floor((disputed * toProvider) / 100)
            const source = { type: 'booking', id: `bkg_${count}` } as const
            const of = { providerId, currency: 'NGN', disputeId: `dsp_${count}` }
            const work = {
              source,
              reference: 'BK-1',
              providerId,
              amount: price,
              currency: 'NGN',
              completedAt: testApp.clock.now(),
            }
            await testApp.db.transaction(async (tx) => {
              if (isAhead) await advance(testApp.deps, tx, of, { label: 'BK-1', amount: price, disputed })
              else {
                await postEarnings(testApp.deps, tx, work)
                await holdDisputed(testApp.deps, tx, of, [{ source, amount: disputed }])
              }
            })
            await balanced()
            testApp.clock.advance(days * DAY_MS)
            await balanced()
            await testApp.db.transaction(async (tx) => {
              await release(testApp.deps, tx, { providerId, heldBy: of.disputeId })
              if (isAhead) {
                await endAdvance(testApp.deps, tx, of)
                await postEarnings(testApp.deps, tx, work)
              }
              await clawBack(testApp.deps, tx, of, [{ source, amount: reduction, label: 'BK-1' }])
            })
            const { onHold } = await balanced()
            expect(onHold).toBe(0)
            const fee = Math.round(price / 10)
            const back = Math.round((fee * reduction) / price)
            expected += price - fee - reduction + back
          }
          const sums = await balanced()
          // Each share is rounded separately.
          expect(Math.abs(sums.available + sums.pending - expected)).toBeLessThanOrEqual(cases.length * 2)
        },
      ),
      { numRuns: 8, seed: 20_260_302 },
    )
  })
})
