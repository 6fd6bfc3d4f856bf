import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { postDeposit, sumDepositRefunds } from './deposits.service.ts'
import { holdingsOf, sumsOf } from './ledger.store.ts'
import { postEarnings } from './posting.service.ts'
import type { ReceivedPayment } from './posting.rules.ts'

const testApp = setUpTestApp()

type Custody = 'PLATFORM' | 'PROVIDER'
type Step =
  | { do: 'pay'; share: number; custody: Custody }
  | { do: 'earn'; price: number }
  | { do: 'refund' | 'overturn'; of: number }
  | { do: 'end' }

const custody = fc.constantFrom<Custody>('PLATFORM', 'PROVIDER')
const pay = fc.record({ do: fc.constant('pay' as const), share: fc.constantFrom(20, 50, 100), custody })
const earn = fc.record({ do: fc.constant('earn' as const), price: fc.integer({ min: 1, max: 600_000 }) })
const undo = fc.record({ do: fc.constantFrom('refund' as const, 'overturn' as const), of: fc.nat(5) })
const end = fc.constant<Step>({ do: 'end' })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: pay },
  { weight: 5, arbitrary: earn },
  { weight: 1, arbitrary: undo },
  { weight: 1, arbitrary: end },
)

describe('a deposit with several works', () => {
  it('leaves no balance negative, loses nothing, and is posted once, whatever happens in which order', async () => {
    const { deps, db, clock } = testApp
    let people = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(step, { minLength: 3, maxLength: 9 }),
        async (asked, steps) => {
          people += 1
          const { id: providerId } = await createProvider(testApp, { email: `deposit${people}@example.com` })
          const common = { providerId, currency: 'NGN', label: 'INV-1', tip: 0, isRefunded: false, isOverturned: false }
          let payments: Omit<ReceivedPayment, 'reversed'>[] = []
          const works: { id: string; price: number; needed: number }[] = []
          let [credited, refunded] = [0, 0]
          const neededByAll = () => works.reduce((sum, { needed }) => sum + needed, 0)
          const keptByAll = async () => {
            const ids = payments.map(({ id }) => id)
            const refunds = await db.transaction((tx) => sumDepositRefunds(tx, providerId, ids))
            return works.reduce((sum, { id, needed }) => sum + Math.max(0, needed - (refunds.get(id) ?? 0)), 0)
          }
          const post = () =>
            db.transaction((tx) =>
              postDeposit(deps, tx, {
                providerId,
                currency: 'NGN',
                invoiceId: `inv_${people}`,
                refunded,
                worth: asked - credited - refunded,
                payments,
                deductions: works
                  .filter(({ needed }) => needed > 0)
                  .map(({ id, needed }) => ({ work: { type: 'milestone', id }, needed, isLive: true })),
              }),
            )
          for (const [at, each] of steps.entries()) {
            const id = `${people}_${at}`
            const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
            if (each.do === 'pay') {
              const amount = Math.floor(((asked - credited - paid) * each.share) / 100)
              if (amount <= 0) continue
              const { custody: by } = each
              payments.push({ ...common, id: `pay_${id}`, kind: 'DEPOSIT', amount, custody: by, at: clock.now() })
            } else if (each.do === 'earn') {
              const { price } = each
              const needed = Math.max(0, Math.min(price, asked - credited - refunded - (await keptByAll())))
              const source = { type: 'milestone' as const, id: `mst_${id}` }
              works.push({ id: source.id, price, needed })
              const earned = { ...common, source, reference: 'CT-1', amount: price, completedAt: clock.now() }
              await db.transaction((tx) => postEarnings(deps, tx, earned))
            } else if (each.do === 'end') {
              credited = Math.max(0, asked - refunded - (await keptByAll()))
            } else if (credited === 0) {
              const payment = payments[each.of % Math.max(1, payments.length)]
              if (!payment || payment.isRefunded) continue
              const isRefund = each.do === 'refund'
              if (!isRefund && payment.custody === 'PLATFORM') continue
              if (isRefund) refunded += payment.amount
              const gone = { ...payment, isRefunded: isRefund, isOverturned: !isRefund }
              payments = payments.map((other) => (other === payment ? gone : other))
            }
            await post()
            payments = payments.filter(({ isOverturned }) => !isOverturned)
            const count = () =>
              db.one<{ rows: number }>(
                sql`select count(*)::int as rows from ledger_entries where provider_id = ${providerId}`,
              )
            const before = await count()
            await post()
            expect(await count()).toEqual(before)
            const sums = await sumsOf(db, providerId, { now: clock.now() })
            expect(sums.pending).toBeGreaterThanOrEqual(0)
            for (const work of works) {
              const { PLATFORM, PROVIDER } = await db.transaction((tx) =>
                holdingsOf(tx, providerId, { type: 'milestone', id: work.id }),
              )
              expect(PLATFORM.amount).toBeGreaterThanOrEqual(PLATFORM.fee)
              // What the deposit does not cover may be paid directly too.
              expect(PLATFORM.amount).toBeGreaterThanOrEqual(work.price - work.needed)
              expect(PROVIDER.amount).toBeGreaterThanOrEqual(PROVIDER.fee)
            }
            if (refunded > 0) continue
            const { gross } = await db.one<{ gross: number }>(sql`
              select coalesce(sum(amount), 0)::bigint as gross from ledger_entries
              where provider_id = ${providerId} and type <> 'PLATFORM_FEE'`)
            const all = payments.reduce((sum, { amount }) => sum + amount, 0)
            const waiting = credited > 0 ? 0 : Math.max(0, all - neededByAll())
            expect(gross).toBe(works.reduce((sum, { price }) => sum + price, 0) + waiting)
            const direct = payments.filter((payment) => payment.custody === 'PROVIDER')
            if (credited === 0) expect(sums.collectedDirectly).toBe(direct.reduce((sum, { amount }) => sum + amount, 0))
          }
        },
      ),
      { numRuns: 20, seed: 20_261_130 },
    )
  })
})
