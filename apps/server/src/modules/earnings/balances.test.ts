import { DAY_MS } from '@fettle/protocol/core/durations'
import { requestPayout } from '@fettle/protocol/earnings/payouts'
import { getEarnings, listEarnings } from '@fettle/protocol/earnings/earnings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { proveIdentity } from '../../../testing/fixtures/earnings-scenario.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { postDeposit } from './deposits.service.ts'
import { hold, release } from './holds.service.ts'
import { sumsOf } from './ledger.store.ts'
import * as operator from './payouts/operator.service.ts'
import * as payouts from './payouts/payouts.service.ts'
import { postEarnings, postPayment } from './posting.service.ts'

const testApp = setUpTestApp()

/**
 * Checks AVAILABLE + PENDING + ON_HOLD + open payouts + paid out = what the platform holds or held, payouts aside; and
 * that the stored total is what its entries add up to.
 */
async function expectBalanced(providerId: string): Promise<void> {
  const sums = await sumsOf(testApp.db, providerId, { now: testApp.clock.now() })
  const { entries } = await testApp.db.one<{ entries: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as entries from ledger_entries
    where provider_id = ${providerId} and custody = 'PLATFORM' and type not in ('PAYOUT', 'PAYOUT_REVERSAL')`)
  expect(sums.available + sums.pending + sums.onHold + sums.inPayout + sums.paidOut).toBe(entries)
  const stored = await testApp.db.maybeOne<{ total: number; recomputed: number }>(sql`
    select l.total, (
      select coalesce(sum(amount), 0)::bigint from ledger_entries e
      where e.provider_id = l.provider_id and custody = 'PLATFORM' and source_type <> 'deposit'
        and type not in ('PAYOUT', 'PAYOUT_REVERSAL', 'DEPOSIT')) as recomputed
    from ledgers l where provider_id = ${providerId}`)
  if (stored) expect(stored.total).toBe(stored.recomputed)
}

/** Outcome of a payment: kept, refunded, or overturned. */
type Fate = 'KEPT' | 'REFUNDED' | 'OVERTURNED'

type Step =
  | { do: 'work'; amount: number }
  | { do: 'pay'; of: number; share: number; custody: 'PLATFORM' | 'PROVIDER'; tip: number; fate: Fate }
  | { do: 'deposit'; amount: number; fate: Fate }
  | { do: 'hold'; of: number; amount: number }
  | { do: 'release'; of: number }
  | { do: 'wait'; days: number }
  | { do: 'payout'; share: number }
  | { do: 'bank'; answer: 'processing' | 'paid' | 'failed' | 'cancel' | 'returned' }

const nth = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('work' as const), amount: fc.integer({ min: 1, max: 5_000_000 }) }),
  fc.record({
    do: fc.constant('pay' as const),
    of: nth,
    share: fc.integer({ min: 1, max: 100 }),
    custody: fc.constantFrom('PLATFORM' as const, 'PROVIDER' as const),
    tip: fc.nat(10_000),
    fate: fc.constantFrom<Fate>('KEPT', 'REFUNDED', 'OVERTURNED'),
  }),
  fc.record({
    do: fc.constant('deposit' as const),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    fate: fc.constantFrom<Fate>('KEPT', 'REFUNDED'),
  }),
  fc.record({ do: fc.constant('hold' as const), of: nth, amount: fc.integer({ min: 1, max: 2_000_000 }) }),
  fc.record({ do: fc.constant('release' as const), of: nth }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('payout' as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    do: fc.constant('bank' as const),
    answer: fc.constantFrom(
      'processing' as const,
      'paid' as const,
      'failed' as const,
      'cancel' as const,
      'returned' as const,
    ),
  }),
)

describe('the ledger', () => {
  it('matches its balances after every step', async () => {
    const { deps, db, clock } = testApp
    let people = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        people += 1
        const me = await proveIdentity(testApp, await createProvider(testApp, { email: `ledger${people}@example.com` }))
        const works: { id: string; amount: number; open: number }[] = []
        let last: string | undefined
        let at = 0
        for (const each of steps) {
          at += 1
          const work = 'of' in each ? works[each.of % Math.max(1, works.length)] : undefined
          const source = work && { type: 'booking', id: work.id }
          const payment = (
            amount: number,
            custody: 'PLATFORM' | 'PROVIDER',
            fate: Fate,
            kind: 'BOOKING' | 'DEPOSIT',
            tip = 0,
          ) => ({
            payment: {
              id: `pay_${people}_${at}`,
              label: 'INV',
              kind,
              amount,
              tip,
              custody,
              isRefunded: fate === 'REFUNDED',
              isOverturned: fate === 'OVERTURNED',
              at: clock.now(),
            },
            providerId: me.id,
            currency: 'NGN',
            invoiceId: `inv_${people}_${at}`,
            refunded: fate === 'REFUNDED' ? amount : 0,
            work: source && kind === 'BOOKING' ? [source] : [],
          })
          await db.transaction(async (tx) => {
            if (each.do === 'work') {
              const id = `bkg_${people}_${at}`
              const booking = { amount: each.amount, currency: 'NGN', providerId: me.id, completedAt: clock.now() }
              await postEarnings(deps, tx, { ...booking, source: { type: 'booking', id }, reference: 'BK' })
              works.push({ id, amount: each.amount, open: each.amount })
            } else if (each.do === 'pay' && work) {
              const amount = Math.max(1, Math.floor((work.open * each.share) / 100))
              if (amount > work.open) return
              work.open -= amount
              const paid = payment(amount, each.custody, 'KEPT', 'BOOKING', each.tip)
              await postPayment(deps, tx, paid)
              // Only direct payments can be overturned.
              const fate = each.custody === 'PLATFORM' && each.fate === 'OVERTURNED' ? 'KEPT' : each.fate
              await postPayment(deps, tx, payment(amount, each.custody, fate, 'BOOKING', each.tip))
              // Processed twice, it is booked once.
              await postPayment(deps, tx, paid)
            } else if (each.do === 'deposit') {
              const { payment: paid, ...of } = payment(each.amount, 'PLATFORM', each.fate, 'DEPOSIT')
              const worth = each.amount - of.refunded
              await postDeposit(deps, tx, { ...of, payments: [paid], deductions: [], worth })
            } else if (each.do === 'hold' && source) {
              await hold(deps, tx, { providerId: me.id, heldBy: `dsp_${source.id}`, source, amount: each.amount })
            } else if (each.do === 'release' && source) {
              await release(deps, tx, { providerId: me.id, heldBy: `dsp_${source.id}` })
            }
          })
          if (each.do === 'wait') clock.advance(each.days * DAY_MS)
          const { available } = await sumsOf(db, me.id, { now: clock.now() })
          if (each.do === 'payout') {
            const amount = Math.max(1, Math.floor((available * each.share) / 100))
            await payouts.requestPayout(deps, { id: me.id, name: 'Ada', sessionId: 'ses' }, amount).then(
              ({ id, amount: requested }) => {
                last = id
                expect(requested.amount).toBeLessThanOrEqual(available)
              },
              () => undefined,
            )
          }
          if (each.do === 'bank' && last) {
            const id = last
            const says = {
              processing: () => operator.markProcessing(deps, 'Op', id, {}),
              paid: () => operator.markPaid(deps, 'Op', id, {}),
              failed: () =>
                operator.markNotArrived(deps, 'Op', { id, action: 'failed' }, { code: 'OTHER', message: '' }),
              returned: () =>
                operator.markNotArrived(deps, 'Op', { id, action: 'returned' }, { code: 'OTHER', message: '' }),
              cancel: () => payouts.cancelPayout(deps, { id: me.id, name: 'Ada' }, id),
            }
            await says[each.answer]().catch(() => undefined)
          }
          await expectBalanced(me.id)
        }
      }),
      { numRuns: 12, seed: 20_260_302 },
    )
  })
})

describe('money in dispute', () => {
  /** Earns ₦13,500 pending, from ₦15,000. */
  async function earned() {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    const me = await proveIdentity(testApp, provider)
    const summary = () => testApp.call(getEarnings, {}, me)
    const source = { type: 'booking', id }
    const of = (heldBy: string, amount?: number) => ({ providerId: me.id, heldBy, source, amount })
    return {
      me,
      summary,
      hold: (heldBy: string, amount?: number) =>
        testApp.db.transaction((tx) => hold(testApp.deps, tx, of(heldBy, amount))),
      release: (heldBy: string) =>
        testApp.db.transaction((tx) => release(testApp.deps, tx, { providerId: me.id, heldBy })),
    }
  }

  it('is neither pending nor available and cannot be paid out; the rest is released', async () => {
    const { me, summary, hold: holding, release: releasing } = await earned()
    expect(await holding('dsp_1', 500_000)).toBe(500_000)
    expect(await summary()).toMatchObject({ pending: ngn(850_000), onHold: ngn(500_000), available: ngn(0) })
    testApp.clock.advance(3 * DAY_MS)
    expect(await summary()).toMatchObject({ pending: ngn(0), onHold: ngn(500_000), available: ngn(850_000) })
    expect((await testApp.call(listEarnings, {}, me)).map(({ status }) => status)).toEqual(['ON_HOLD', 'ON_HOLD'])
    expect((await testApp.refusal(requestPayout, { body: { amount: 850_001 } }, me)).code).toBe('PAYOUT_TOO_LARGE')
    await releasing('dsp_1')
    expect(await summary()).toMatchObject({ onHold: ngn(0), available: ngn(1_350_000) })
    await expectBalanced(me.id)
  })

  it('never exceeds the amount, and is held once', async () => {
    const { summary, hold: holding } = await earned()
    expect(await holding('dsp_2')).toBe(1_350_000)
    expect(await holding('dsp_2')).toBe(1_350_000)
    expect(await holding('dsp_3', 100)).toBe(0)
    expect(await summary()).toMatchObject({ pending: ngn(0), onHold: ngn(1_350_000) })
  })

  it('excludes amounts already paid out', async () => {
    const { me, hold: holding, summary } = await earned()
    testApp.clock.advance(3 * DAY_MS)
    await testApp.call(requestPayout, { body: { amount: 1_000_000 } }, me)
    expect(await holding('dsp_4')).toBe(350_000)
    expect(await summary()).toMatchObject({ available: ngn(0), onHold: ngn(350_000), inPayout: ngn(1_000_000) })
  })
})
