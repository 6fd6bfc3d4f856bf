import { hash } from 'node:crypto'
import { verifyContractAudit } from '@fettle/protocol/contracts/audit'
import * as actions from '@fettle/protocol/contracts/actions'
import { contractStatuses, getContractTimeline, type ContractStatus } from '@fettle/protocol/contracts'
import * as terminations from '@fettle/protocol/marketplace/contract-terminations'
import * as contractAmendments from '@fettle/protocol/marketplace/contract-amendments'
import * as contractMilestones from '@fettle/protocol/marketplace/contract-milestones'
import * as marketplaceApi from '@fettle/protocol/marketplace/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContractScenario, signatureOf } from '../../../../testing/fixtures/contract-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, type TestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

// Invariants of contracts under random actions.

const testApp = setUpTestApp()

/** Sent and signed texts, byte for byte from the database. */
const versionsOf = (id: string) =>
  testApp.db.query<{ number: number; snapshot: string; contentHash: string }>(sql`
    select number, snapshot, content_hash as "contentHash" from contract_versions where contract_id = ${id} order by number`)

/** Counts the outputs of a change (events, notifications, messages), after delivery. */
async function countEffects(id: string) {
  await testApp.deps.jobs.runDue()
  return testApp.db.one<{ events: number; fed: number; notices: number }>(sql`
    select (select count(*) from events where subject_type = 'contract' and subject_id = ${id}) as events,
           (select count(distinct seq) from events where subject_type = 'contract' and subject_id = ${id}) as fed,
           (select count(*) from notifications where subject_id = ${id}) as notices`)
}

type The = Awaited<ReturnType<typeof createContractScenario>>
type Call = [operation: Parameters<TestApp['send']>[0], input: object, who: 'provider' | 'customer']
/** Undefined when there is no milestone or change order to act on. */
type Step = (id: string, the: The) => Promise<Call | undefined>

const moveOf =
  (operation: Call[0], who: Call[2], body: () => object = () => ({})): Step =>
  (id) =>
    Promise.resolve([operation, { params: { id }, body: body() }, who])

/** A step on the first milestone in one of these states. */
const onMilestone =
  (operation: Call[0], who: Call[2], statuses: readonly string[], body: object = {}): Step =>
  async (id, { read }) => {
    const { activatedAt, milestones } = await read(id)
    // Before both have signed, milestones are only text.
    const milestone = activatedAt && milestones.find(({ status }) => statuses.includes(status))
    if (!milestone) return undefined
    return [operation, { params: { id, milestoneId: milestone.id }, body }, who]
  }

/** A step on the latest change order in this state. */
const onChange =
  (
    operation: Call[0],
    who: Call[2],
    status: string,
    body: (id: string, contentHash: string, the: The) => Promise<object>,
  ): Step =>
  async (id, the) => {
    const change = (await the.read(id)).amendments.at(-1)
    if (change?.status !== status) return undefined
    const params = { id, amendmentId: change.id }
    return [operation, { params, body: await body(id, change.contentHash, the) }, who]
  }

const ending = () => ({ reasonCode: 'MUTUAL', effectiveDate: testApp.dayIn(3) })

const steps: Record<string, Step> = {
  edit: moveOf(actions.editContract, 'provider', () => ({ content: { exclusions: `As of ${+testApp.clock.now()}.` } })),
  send: async (id, { readToEnd, prove, sending }) => {
    await readToEnd(id)
    await prove()
    return [actions.sendContract, await sending(id), 'provider']
  },
  void: moveOf(actions.voidContract, 'provider', () => ({ reason: 'Not needed.' })),
  sign: async (id, { read, readToEndAsCustomer, signing }) => {
    if ((await read(id)).currentVersion === 0) return undefined
    await readToEndAsCustomer(id)
    return [marketplaceApi.signContract, await signing(id), 'customer']
  },
  changes: moveOf(marketplaceApi.requestContractChanges, 'customer', () => ({ note: 'Grey taps.' })),
  decline: moveOf(marketplaceApi.declineContract, 'customer', () => ({ reason: 'Not what we said.' })),
  hold: moveOf(actions.holdContract, 'provider', () => ({ reasonCode: 'WEATHER' })),
  resume: moveOf(marketplaceApi.resumeMarketplaceContract, 'customer'),
  start: onMilestone(actions.startMilestone, 'provider', ['PENDING']),
  submit: onMilestone(actions.submitMilestone, 'provider', ['IN_PROGRESS', 'CHANGES_REQUESTED'], { note: 'Done.' }),
  approve: onMilestone(contractMilestones.approveMilestone, 'customer', ['SUBMITTED']),
  sendBack: onMilestone(contractMilestones.requestMilestoneChanges, 'customer', ['SUBMITTED'], { note: 'It drips.' }),
  amend: moveOf(actions.createAmendment, 'provider', () => ({
    title: 'Rotten joist',
    reason: 'HIDDEN_CONDITION',
    lines: [{ description: 'Joist', unitAmount: 40_000 }],
    milestoneChanges: [{ kind: 'ADD', title: 'Joist', amount: 40_000 }],
  })),
  sendChange: onChange(actions.sendAmendment, 'provider', 'DRAFT', async (id, contentHash, { readToEnd, prove }) => {
    await readToEnd(id, contentHash)
    await prove()
    return { signature: signatureOf(contentHash, 'Ada Obi') }
  }),
  signChange: onChange(
    contractAmendments.signMarketplaceAmendment,
    'customer',
    'PENDING',
    async (id, contentHash, { readToEndAsCustomer, onBehalf }) => {
      await readToEndAsCustomer(id, contentHash)
      return { signature: signatureOf(contentHash, 'Chidi Okafor'), onBehalf: onBehalf() }
    },
  ),
  propose: moveOf(actions.proposeTermination, 'provider', ending),
  agree: (id, { onBehalf }) =>
    Promise.resolve([
      terminations.acceptMarketplaceTermination,
      { params: { id }, body: { onBehalf: onBehalf() } },
      'customer',
    ]),
  contest: moveOf(terminations.contestMarketplaceTermination, 'customer', () => ({ note: 'No, not so.' })),
  takeBack: moveOf(actions.withdrawTermination, 'provider'),
}

/** These end the contract: a run that does so early proves little. */
const isOver = new Set(['void', 'decline', 'agree'])

/** Weighted towards progress, since a run that stays in the first state proves little. */
function nextStepName({ status, amendments, milestones, currentVersion }: Awaited<ReturnType<The['read']>>): string {
  const change = amendments.at(-1)?.status
  if (status === 'DRAFT') return 'send'
  if (status === 'CHANGES_REQUESTED') return 'edit'
  if (status === 'PENDING_SIGNATURES') return 'sign'
  if (status === 'ON_HOLD') return 'resume'
  if (status === 'DISPUTED') return 'takeBack'
  if (change === 'DRAFT') return 'sendChange'
  if (change === 'PENDING') return 'signChange'
  if (milestones.some((each) => each.status === 'SUBMITTED')) return 'approve'
  if (milestones.some((each) => each.status === 'IN_PROGRESS')) return 'submit'
  return currentVersion === 1 ? 'amend' : 'start'
}

describe('random actions on a contract', () => {
  it('report each change once, and keep signed texts, the audit trail and the milestone total intact', async () => {
    const actionLists = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant('next') },
        { weight: 5, arbitrary: fc.constantFrom(...Object.keys(steps).filter((name) => !isOver.has(name))) },
        { weight: 1, arbitrary: fc.constantFrom(...isOver) },
      ),
      { minLength: 8, maxLength: 16 },
    )
    const reached = new Set<ContractStatus>()
    let refusals = 0
    let versions = 0
    await fc.assert(
      fc.asyncProperty(actionLists, async (chosen) => {
        const the = await createContractScenario(testApp)
        const { provider, draft, read } = the
        const { id } = await draft()
        const timeline = () => testApp.call(getContractTimeline, { params: { id } }, provider)
        for (const choice of chosen) {
          testApp.clock.advance(1_000)
          const name = choice === 'next' ? nextStepName(await read(id)) : choice
          const prepared = await steps[name]?.(id, the)
          if (!prepared) continue
          const [operation, input, who] = prepared
          const before = await read(id)
          const frozen = await versionsOf(id)
          const written = await timeline()
          const countsBefore = await countEffects(id)
          const base: Caller = who === 'customer' ? marketplace : provider
          const caller = { ...base, headers: { ...base.headers, 'idempotency-key': testApp.deps.ids.token() } }
          const first = await testApp.send(operation, input, caller)
          const after = await read(id)
          const entries = await timeline()
          const now = await countEffects(id)
          reached.add(after.status)
          if (!first.body.success) {
            refusals += 1
            // A customer cannot see a contract that was never sent.
            const isUnknown = who === 'customer' && before.currentVersion === 0
            expect({ name, status: first.status }).toEqual({ name, status: isUnknown ? 404 : 409 })
            if (first.body.code === 'INVALID_TRANSITION') {
              expect(first.body.details).toMatchObject({ allowed: expect.any(Array) })
            }
            expect({ name, version: after.version, now, entries }).toEqual({
              name,
              version: before.version,
              now: countsBefore,
              entries: written,
            })
          }
          // Each new status is in the timeline, and each timeline entry is in the feed once.
          if (after.status !== before.status) expect(entries.length).toBeGreaterThan(written.length)
          expect(now.events - countsBefore.events).toBe(entries.length - written.length)
          expect(now.fed).toBe(now.events)
          if (who === 'customer' && after.status !== before.status) {
            expect({ name, notices: now.notices }).not.toEqual({ name, notices: countsBefore.notices })
          }
          // Versions are append-only, and each matches its hash.
          const kept = await versionsOf(id)
          expect(kept.slice(0, frozen.length)).toEqual(frozen)
          for (const { snapshot, contentHash } of kept) expect(hash('sha256', Buffer.from(snapshot))).toBe(contentHash)
          versions = Math.max(versions, kept.length)
          expect(await testApp.call(verifyContractAudit, { params: { id } }, provider)).toMatchObject({ valid: true })
          // Also after a change order; amounts given up by an agreed end are excluded.
          if (after.activatedAt && after.status !== 'TERMINATED') {
            const live = after.milestones.filter(({ status }) => status !== 'CANCELLED')
            expect(live.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(after.total.amount)
          }
          const second = await testApp.send(operation, input, caller)
          expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([first.status, 'true'])
          expect(second.body).toEqual(first.body)
          expect(await timeline()).toEqual(entries)
          expect(await countEffects(id)).toEqual(now)
          expect((await read(id)).version).toBe(after.version)
          expect(contractStatuses).toContain(after.status)
        }
      }),
      { numRuns: 8, seed: 20_261_122 },
    )
    expect(reached.size).toBeGreaterThan(4)
    expect(versions).toBeGreaterThan(1)
    expect(refusals).toBeGreaterThan(0)
  })
})
