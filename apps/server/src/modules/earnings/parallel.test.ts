import { DAY_MS } from '@fettle/protocol/core/durations'
import { requestPayout } from '@fettle/protocol/earnings/payouts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProvider, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { proveIdentity } from '../../../testing/fixtures/earnings-scenario.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { hold, release } from './holds.service.ts'
import { sumsOf } from './ledger.store.ts'
import * as operator from './payouts/operator.service.ts'
import * as payouts from './payouts/payouts.service.ts'
import { postEarnings } from './posting.service.ts'

// Concurrent payouts.

const testApp = setUpTestApp()

let people = 0
async function proven(): Promise<TestProvider> {
  people += 1
  return proveIdentity(testApp, await createProvider(testApp, { email: `parallel${people}@example.com` }))
}

const sums = (id: string) => sumsOf(testApp.db, id, { now: testApp.clock.now() })

/** Balances computed from ledger rows alone. */
const rowsOf = (id: string) =>
  testApp.db.one<{ earned: number; out: number; open: number; paid: number; opened: number }>(sql`
    select (select coalesce(sum(amount), 0)::bigint from ledger_entries
            where provider_id = ${id} and custody = 'PLATFORM' and type not in ('PAYOUT', 'PAYOUT_REVERSAL')) as earned,
           (select coalesce(-sum(amount), 0)::bigint from ledger_entries
            where provider_id = ${id} and type in ('PAYOUT', 'PAYOUT_REVERSAL')) as out,
           (select coalesce(sum(amount), 0)::bigint from payouts
            where provider_id = ${id} and status in ('REQUESTED', 'PROCESSING')) as open,
           (select coalesce(sum(amount), 0)::bigint from payouts where provider_id = ${id} and status = 'PAID') as paid,
           (select count(*) from payouts where provider_id = ${id} and status in ('REQUESTED', 'PROCESSING')) as opened`)

/** Checks that balances equal the sum of entries and payouts are covered. */
async function expectBalanced(id: string): Promise<void> {
  const [balance, rows] = [await sums(id), await rowsOf(id)]
  expect(balance.available + balance.pending + balance.onHold + balance.inPayout + balance.paidOut).toBe(rows.earned)
  expect(rows.out).toBe(rows.open + rows.paid)
  expect([balance.inPayout, balance.paidOut]).toEqual([rows.open, rows.paid])
  expect(rows.opened).toBeLessThanOrEqual(1)
  expect(Math.min(balance.available, balance.pending, balance.onHold)).toBeGreaterThanOrEqual(0)
}

const amount = fc.integer({ min: 1_000_000, max: 5_000_000 })
/** Fifty concurrent amounts; undefined means everything. */
const fifty = fc.array(fc.option(fc.integer({ min: 1, max: 4_000_000 }), { nil: undefined }), {
  minLength: 50,
  maxLength: 50,
})

describe('fifty concurrent payouts', () => {
  it('create one at most, within the balance, during other changes', async () => {
    const round = fc.record({
      earned: amount,
      asked: fifty,
      held: fc.integer({ min: 1, max: 900_000 }),
      answer: fc.constantFrom('paid' as const, 'failed' as const, 'cancel' as const),
    })
    let succeeded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
        const { deps, db, clock } = testApp
        const me = await proven()
        const who = { id: me.id, name: 'Ada', sessionId: 'ses' }
        for (const [index, { earned, asked, held, answer }] of rounds.entries()) {
          const source = { type: 'booking' as const, id: `bkg_${me.id}_${index}` }
          const booking = { amount: earned, currency: 'NGN', providerId: me.id, completedAt: clock.now() }
          await db.transaction((tx) => postEarnings(deps, tx, { ...booking, source, reference: 'BK' }))
          clock.advance(4 * DAY_MS)
          const before = (await sums(me.id)).available
          const heldBy = `dsp_${source.id}`
          const holding = db.transaction((tx) => hold(deps, tx, { providerId: me.id, heldBy, source, amount: held }))
          const tries = await Promise.allSettled([
            ...asked.map((each) => payouts.requestPayout(deps, who, each)),
            holding.then(() => undefined),
          ])
          const requestedPayouts = tries.flatMap((each) =>
            each.status === 'fulfilled' && each.value ? [each.value] : [],
          )
          for (const each of tries) {
            if (each.status === 'rejected') {
              expect(['PAYOUT_OPEN', 'PAYOUT_TOO_LARGE', 'PAYOUT_TOO_SMALL']).toContain(each.reason.code)
            }
          }
          expect(requestedPayouts.length).toBeLessThanOrEqual(1)
          await expectBalanced(me.id)
          const [one] = requestedPayouts
          if (one) {
            succeeded += 1
            expect(one.amount.amount).toBeLessThanOrEqual(before)
            // Both sides act at once: one succeeds.
            const answers = await Promise.allSettled([
              operator.markProcessing(deps, 'Op', one.id, {}),
              payouts.cancelPayout(deps, who, one.id),
            ])
            expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
            await expectBalanced(me.id)
            const isOpen = answers[0]?.status === 'fulfilled'
            if (isOpen && answer === 'paid') {
              const twice = [1, 2].map(() => operator.markPaid(deps, 'Op', one.id, {}))
              await Promise.allSettled(twice)
            } else if (isOpen) {
              const back = { code: 'OTHER' as const, message: '' }
              await operator.markNotArrived(deps, 'Op', { id: one.id, action: 'failed' }, back)
            }
          }
          await db.transaction((tx) => release(deps, tx, { providerId: me.id, heldBy }))
          await expectBalanced(me.id)
        }
      }),
      { numRuns: 6, seed: 20_261_122 },
    )
    expect(succeeded).toBeGreaterThan(3)
  })

  it('through the API create one; the others report the open one', async () => {
    const me = await proven()
    const booking = { amount: 1_500_000, currency: 'NGN', providerId: me.id, completedAt: testApp.clock.now() }
    const source = { type: 'booking' as const, id: `bkg_${me.id}` }
    await testApp.db.transaction((tx) => postEarnings(testApp.deps, tx, { ...booking, source, reference: 'BK' }))
    testApp.clock.advance(4 * DAY_MS)
    const { available } = await sums(me.id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        testApp.send(requestPayout, { body: { amount: available - index } }, me),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 201) expect(body).toMatchObject({ success: false, code: 'PAYOUT_OPEN' })
    }
    await expectBalanced(me.id)
  })
})
