import { hash } from 'node:crypto'
import { getInvoice, listInvoices } from '@fettle/protocol/invoices/invoices'
import * as customers from '@fettle/protocol/marketplace/offers'
import * as actions from '@fettle/protocol/offers/actions'
import { getOfferTimeline, offerStatuses, type OfferStatus } from '@fettle/protocol/offers'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bathroomOffer, createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { marketplace, actingCustomer } from '../../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, type TestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

// Invariants of offers under random actions.

const testApp = setUpTestApp()

interface Frozen {
  number: number
  snapshot: string
  contentHash: string
}

/** Sent revisions, byte for byte from the database. */
const revisionsOf = (id: string) =>
  testApp.db.query<Frozen>(sql`
    select number, snapshot, content_hash as "contentHash" from offer_revisions where offer_id = ${id} order by number`)

/** Counts the outputs of a change (events, notifications, messages), after delivery. */
async function countEffects(id: string) {
  await testApp.deps.jobs.runDue()
  return testApp.db.one<{ events: number; fed: number; notices: number }>(sql`
    select (select count(*) from events where subject_type = 'offer' and subject_id = ${id}) as events,
           (select count(distinct seq) from events where subject_type = 'offer' and subject_id = ${id}) as fed,
           (select count(*) from notifications where subject_id = ${id}) as notices`)
}

const today = () => testApp.clock.now().getTime()
const dayIn = (days: number) => new Date(today() + days * 86_400_000).toISOString().slice(0, 10)

type Step = (
  id: string,
  scenario: Awaited<ReturnType<typeof createOfferScenario>>,
) => Promise<[operation: Parameters<TestApp['send']>[0], input: object, who: 'provider' | 'customer']>

/** Every transition with its preconditions. */
const steps: Record<string, Step> = {
  // A different draft each time, since sending the same one is refused.
  send: async (id, { write, read }) => {
    const before = await read(id)
    const written = before.allowedActions.includes('draft') ? await write(id, { terms: `Terms ${today()}` }) : before
    return [
      actions.sendOffer,
      { params: { id }, body: { draftVersion: written.draftRevision?.version ?? 0 } },
      'provider',
    ]
  },
  pass: async (id) => [actions.passOffer, { params: { id }, body: { reasonCode: 'TOO_FAR' } }, 'provider'],
  withdraw: async (id) => [
    actions.withdrawOffer,
    { params: { id }, body: { reasonCode: 'SENT_BY_MISTAKE' } },
    'provider',
  ],
  extend: async (id, { read }) => {
    const { extensions } = await read(id)
    return [actions.extendOffer, { params: { id }, body: { validUntil: dayIn(20 + extensions.used) } }, 'provider']
  },
  cancel: async (id) => [actions.cancelOffer, { params: { id }, body: { reasonCode: 'OVERBOOKED' } }, 'provider'],
  convert: async (id) => {
    const startAt = new Date(today() + 3 * 86_400_000).toISOString()
    return [actions.convertOffer, { params: { id }, body: { target: 'BOOKING', startAt } }, 'provider']
  },
  view: async (id) => [customers.viewMarketplaceOffer, { params: { id }, body: {} }, 'customer'],
  changes: async (id) => [customers.requestOfferChanges, { params: { id }, body: { note: 'Cheaper.' } }, 'customer'],
  decline: async (id) => [customers.declineOffer, { params: { id }, body: { reasonCode: 'TIMING' } }, 'customer'],
  accept: async (id, { accepting, readAsCustomer }) => {
    const nothing = { revisionNumber: 1, contentHash: '0'.repeat(64) }
    const { currentRevision } = await readAsCustomer(id)
    return [customers.acceptOffer, await accepting(id, currentRevision ? {} : nothing), 'customer']
  },
  undo: async (id) => [customers.undoAcceptance, { params: { id }, body: {} }, 'customer'],
  callOff: async (id) => [
    customers.cancelMarketplaceOffer,
    { params: { id }, body: { reasonCode: 'CHANGED_MIND' } },
    'customer',
  ],
}

/** Weighted towards progress: a run that never leaves the first state proves little. */
const way: Partial<Record<OfferStatus, string>> = {
  REQUESTED: 'send',
  DRAFT: 'send',
  SENT: 'view',
  VIEWED: 'accept',
  CHANGES_REQUESTED: 'send',
  DECLINED: 'send',
  ACCEPTED: 'undo',
}

describe('random actions on an offer', () => {
  it('report each change once, repeat keys without effect, and keep sent revisions unchanged', async () => {
    const actionLists = fc.array(
      fc.oneof({ weight: 2, arbitrary: fc.constant('next') }, fc.constantFrom(...Object.keys(steps))),
      { minLength: 5, maxLength: 10 },
    )
    const reached = new Set<OfferStatus>()
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(actionLists, async (chosen) => {
        const scenario = await createOfferScenario(testApp)
        const { provider, requestOffer, read } = scenario
        const { id } = await requestOffer()
        const timeline = () => testApp.call(getOfferTimeline, { params: { id } }, provider)
        for (const choice of chosen) {
          testApp.clock.advance(1_000)
          const name = choice === 'next' ? (way[(await read(id)).status] ?? 'send') : choice
          const prepared = await steps[name]?.(id, scenario)
          if (!prepared) throw new Error(`No such step: ${name}`)
          const [operation, input, who] = prepared
          const before = await read(id)
          const frozen = await revisionsOf(id)
          const written = await timeline()
          const countsBefore = await countEffects(id)
          const base: Caller = who === 'customer' ? marketplace : provider
          const caller = { ...base, headers: { ...base.headers, 'idempotency-key': testApp.deps.ids.token() } }
          const first = await testApp.send(operation, input, caller)
          const after = await read(id)
          const entries = await timeline()
          const now = await countEffects(id)
          reached.add(after.status)
          const hasMoved = after.version !== before.version
          // Only the first view is an event; a repetition returns the current state.
          const isAnnounced = hasMoved && !(name === 'view' && before.status !== 'SENT')
          expect({ name, status: first.status, countEffects: entries.length - written.length }).toEqual({
            name,
            status: first.status,
            countEffects: isAnnounced ? 1 : 0,
          })
          expect(now.events - countsBefore.events).toBe(isAnnounced ? 1 : 0)
          expect(now.fed).toBe(now.events)
          // The inbox notifies of other people's actions only.
          expect({ name, notices: now.notices - countsBefore.notices }).toEqual({
            name,
            notices: isAnnounced && who === 'customer' ? 1 : 0,
          })
          if (first.status !== 200) {
            refusals += 1
            expect({ name, status: first.status }).toEqual({ name, status: 409 })
            if (!first.body.success && first.body.code === 'INVALID_TRANSITION') {
              expect(first.body.details).toMatchObject({ from: before.status, allowed: expect.any(Array) })
            }
            expect(after.version).toBe(before.version)
          }
          // Revisions are append-only, and each matches its hash.
          const kept = await revisionsOf(id)
          expect(kept.slice(0, frozen.length)).toEqual(frozen)
          expect(kept.length - frozen.length).toBe(name === 'send' && first.status === 200 ? 1 : 0)
          for (const { snapshot, contentHash } of kept) expect(hash('sha256', snapshot)).toBe(contentHash)
          const second = await testApp.send(operation, input, caller)
          expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([first.status, 'true'])
          expect(second.body).toEqual(first.body)
          expect(await timeline()).toEqual(entries)
          expect(await countEffects(id)).toEqual(now)
          expect((await read(id)).version).toBe(after.version)
          expect(offerStatuses).toContain(after.status)
        }
      }),
      { numRuns: 6, seed: 20_261_122 },
    )
    expect(reached.size).toBeGreaterThan(5)
    expect(refusals).toBeGreaterThan(0)
  })
})

describe('random options of a customer', () => {
  const extra = (id: string, over: object) => ({ ...bathroomOffer.lineItems[2], id, name: id, ...over })
  const lineItems = [
    ...bathroomOffer.lineItems,
    extra('good', { optionGroupId: 'grade', selected: true, unitPrice: 33_333 }),
    extra('better', { optionGroupId: 'grade', selected: false, unitPrice: 66_667 }),
    extra('mirror', { optional: true, selected: false, unitPrice: 10_001, customerQuantity: { min: '1', max: '7' } }),
    extra('lamp', { optional: true, selected: true, unitPrice: 7_777, discountBps: 333, taxRateBps: 750 }),
  ]
  const content = {
    lineItems: lineItems as never,
    optionGroups: [{ id: 'grade', name: 'Grade', minSelect: 1, maxSelect: 1 }],
    paymentSchedule: [
      { label: 'Start', shareBps: 3_333, dueOn: 'START' as const },
      { label: 'End', shareBps: 6_667, dueOn: 'COMPLETION' as const },
    ],
  }

  it('keep instalments equal to the total, and the deposit as accepted', async () => {
    const choice = fc.record({
      grade: fc.constantFrom('good', 'better'),
      mirrors: fc.integer({ min: 0, max: 7 }),
      lamp: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(choice, async ({ grade, mirrors, lamp }) => {
        const { provider, sent, accept } = await createOfferScenario(testApp)
        const { id } = await sent(content)
        const lineIds = [grade, ...(mirrors > 0 ? ['mirror'] : []), ...(lamp ? ['lamp'] : [])]
        const quantities: Record<string, string> = mirrors > 0 ? { mirror: String(mirrors) } : {}
        const selections = { lineIds, quantities }
        const { acceptance } = await accept(id, { selections })
        const totals = acceptance?.totals
        expect(acceptance?.total.amount).toBe(totals?.total)
        expect(totals?.instalments.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals?.total)
        expect(totals?.net).toBe(
          (totals?.total ?? 0) - (totals?.taxes.reduce((sum, { amount }) => sum + amount, 0) ?? 0),
        )
        const [{ id: invoiceId } = { id: '' }] = await testApp.call(listInvoices, { query: { limit: 1 } }, provider)
        const invoice = await testApp.call(getInvoice, { params: { id: invoiceId } }, provider)
        expect(invoice).toMatchObject({ subject: { type: 'DEPOSIT', id } })
        expect(invoice.totals.total).toBe(totals?.deposit)
      }),
      { numRuns: 10, seed: 20_261_122 },
    )
  })

  it("violating a group's rules are refused with an issue each", async () => {
    const { sent, accepting } = await createOfferScenario(testApp)
    const { id } = await sent(content)
    const refused = async (lineIds: string[]) => {
      const input = await accepting(id, { selections: { lineIds, quantities: {} }, onBehalf: actingCustomer })
      const { status, issues } = await testApp.refusal(customers.acceptOffer, input, marketplace)
      return [status, issues?.[0]?.message]
    }
    expect(await refused([])).toEqual([422, 'Choose at least 1 of “Grade”.'])
    expect(await refused(['good', 'better'])).toEqual([422, 'Choose at most 1 of “Grade”.'])
    expect(await refused(['good', 'tiling'])).toEqual([422, 'This line is always part of the offer.'])
  })
})
