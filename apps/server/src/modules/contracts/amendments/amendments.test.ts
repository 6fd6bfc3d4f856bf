import type { CallInput } from '@fettle/protocol'
import { DAY_MS } from '@fettle/protocol/core/durations'
import {
  createAmendment,
  declineAmendment,
  editAmendment,
  holdContract,
  proposeTermination,
  resumeContract,
  sendAmendment,
  signAmendment,
  viewContract,
  withdrawAmendment,
} from '@fettle/protocol/contracts/actions'
import { getContractAudit } from '@fettle/protocol/contracts/audit'
import { getConsolidated, getContractTimeline } from '@fettle/protocol/contracts'
import {
  createMarketplaceAmendment,
  declineMarketplaceAmendment,
  hashAmendment,
  signMarketplaceAmendment,
  withdrawMarketplaceAmendment,
} from '@fettle/protocol/marketplace/contract-amendments'
import { acceptMarketplaceTermination } from '@fettle/protocol/marketplace/contract-terminations'
import { requestMilestoneChanges } from '@fettle/protocol/marketplace/contract-milestones'
import { decideDispute, openMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { describe, expect, it } from 'vitest'
import { createContractScenario, signatureOf } from '../../../../testing/fixtures/contract-scenario.ts'
import { disputeStatement } from '../../../../testing/fixtures/dispute-scenario.ts'
import { statusesOf } from '../../../../testing/fixtures/accounts.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

type Content = CallInput<typeof createAmendment>['body']

/** A rotten joist: ₦400 more, as a milestone of its own. */
const joist: Content = {
  title: 'Rotten joist',
  reason: 'HIDDEN_CONDITION',
  description: 'Under the sink.',
  lines: [{ description: 'Joist', quantity: '2', unitAmount: 20_000 }],
  milestoneChanges: [{ kind: 'ADD', title: 'Joist', amount: 40_000 }],
  scheduleImpactDays: 2,
}

/** A signed contract with three milestones, and actions on its change orders. */
async function changing(over: Parameters<Awaited<ReturnType<typeof createContractScenario>>['active']>[0] = {}) {
  const the = await createContractScenario(testApp)
  const { id } = await the.active(over)
  const write = async (content: Content = joist) => {
    const { amendments } = await testApp.call(createAmendment, { params: { id }, body: content }, the.provider)
    const amendment = amendments.at(-1)
    if (!amendment) throw new Error('Nothing was written')
    return { ...amendment, params: { id, amendmentId: amendment.id } }
  }
  const send = async (content: Content = joist) => {
    const { params, contentHash, ...rest } = await write(content)
    await the.prove()
    const body = { signature: signatureOf(contentHash, 'Ada Obi', 'CHANGE_ORDER') }
    await testApp.call(sendAmendment, { params, body }, the.provider)
    return { ...rest, params, contentHash }
  }
  const signing = (contentHash: string) => ({
    signature: signatureOf(contentHash, 'Chidi Okafor', 'CHANGE_ORDER'),
    onBehalf: the.onBehalf(),
  })
  const agree = async (content: Content = joist) => {
    const { params, contentHash } = await send(content)
    await the.readToEndAsCustomer(id, contentHash)
    return testApp.call(signMarketplaceAmendment, { params, body: signing(contentHash) }, marketplace)
  }
  /** The customer creates a change order. */
  const createAsCustomer = async (content: Content = joist) => {
    const { contentHash } = await testApp.call(hashAmendment, { params: { id }, body: content }, marketplace)
    const body = { ...content, ...signing(contentHash) }
    const { amendments } = await testApp.call(createMarketplaceAmendment, { params: { id }, body }, marketplace)
    const amendment = amendments.at(-1)
    return { contentHash, params: { id, amendmentId: amendment?.id ?? '' } }
  }
  return { ...the, id, write, send, signing, agree, createAsCustomer }
}

describe('a change order by the provider', () => {
  it('is agreed to as a change order, not as a contract', async () => {
    const { id, provider, agree } = await changing()
    await agree()
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    const consents = trail.flatMap(({ event, data }) => (event === 'CONSENT_GIVEN' ? [data?.['readAndAgree']] : []))
    const contract = 'I have read and agree to this contract'
    const changeOrder = 'I have read and agree to this change order'
    expect(consents).toEqual([contract, contract, changeOrder, changeOrder])
  })

  it('is a private draft, then waits, then is signed by both: a new version with a new total', async () => {
    const { id, provider, read, readAsCustomer, write, send, signing, readToEndAsCustomer } = await changing()
    const draft = await write()
    expect(draft).toMatchObject({ number: 'CO-1', status: 'DRAFT', allowedActions: ['send', 'edit', 'withdraw'] })
    expect((await readAsCustomer(id)).amendments).toEqual([])
    await testApp.call(withdrawAmendment, { params: draft.params, body: {} }, provider)
    const { params, contentHash } = await send()
    const [shown] = (await readAsCustomer(id)).amendments
    expect(shown).toMatchObject({
      number: 'CO-2',
      status: 'PENDING',
      total: { amount: 40_000 },
      expiresAt: '2026-03-09T11:00:00.000Z',
      allowedActions: ['sign', 'decline'],
      signatures: [{ party: 'PROVIDER' }],
    })
    const unread = { params, body: signing(contentHash) }
    expect(await testApp.refusal(signMarketplaceAmendment, unread, marketplace)).toMatchObject({
      code: 'READ_REQUIRED',
    })
    await readToEndAsCustomer(id, contentHash)
    await testApp.call(signMarketplaceAmendment, unread, marketplace)
    const changed = await read(id)
    expect(changed).toMatchObject({
      total: { amount: 340_000 },
      milestoneTotal: 340_000,
      endDate: '2026-04-02',
      currentVersion: 2,
      signatureStatus: 'FULLY_SIGNED',
      versions: [{ number: 2, reason: 'AMENDMENT' }, { number: 1 }],
      document: { amendments: [{ number: 'CO-2', total: 40_000, contentHash }] },
    })
    expect(changed.milestones.map(({ title }) => title)).toContain('Joist')
    // A repetition returns the result instead of an error.
    expect(await testApp.call(signMarketplaceAmendment, unread, marketplace)).toMatchObject({ currentVersion: 2 })
  })

  it('can be edited as a draft, and not once sent', async () => {
    const { provider, write, send } = await changing()
    const { params, contentHash } = await write()
    const body = { ...joist, lines: [{ description: 'Joist', unitAmount: 40_000 }], title: 'A joist' }
    const edited = await testApp.call(editAmendment, { params, body }, provider)
    expect(edited.amendments[0]?.contentHash).not.toBe(contentHash)
    const { params: sent } = await send()
    expect(await testApp.refusal(editAmendment, { params: sent, body }, provider)).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the change order is pending.',
      details: { allowed: ['withdraw'] },
    })
  })

  it('leaves a disputed milestone to its dispute', async () => {
    const { id, provider, customer, write, send, signing, prove, submit, milestoneOf, readToEndAsCustomer } =
      await changing()
    await submit(id, 1)
    const { milestoneId } = await milestoneOf(id, 1)
    const params = { id, milestoneId }
    await testApp.call(requestMilestoneChanges, { params, body: { note: 'The wall is damaged.' } }, marketplace)
    const without: Content = {
      ...joist,
      lines: [{ description: 'Old units', unitAmount: -50_000 }],
      milestoneChanges: [{ kind: 'REMOVE', milestoneId }],
    }
    const early = await send(without)
    const subject = { type: 'MILESTONE' as const, id: milestoneId }
    const dispute = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    await testApp.call(openMarketplaceDispute, { body: dispute }, marketplace)
    await readToEndAsCustomer(id, early.contentHash)
    const signature = { params: early.params, body: signing(early.contentHash) }
    expect.soft(await testApp.refusal(signMarketplaceAmendment, signature, marketplace)).toMatchObject({
      code: 'AMENDMENT_OUTDATED',
    })
    const later = await write(without)
    await prove()
    const body = { signature: signatureOf(later.contentHash, 'Ada Obi', 'CHANGE_ORDER') }
    expect.soft(await testApp.refusal(sendAmendment, { params: later.params, body }, provider)).toMatchObject({
      issues: [{ code: 'MISMATCH' }, { path: ['milestoneChanges', 0, 'milestoneId'] }],
    })
  })

  it('has no line beyond the largest amount', async () => {
    const { id, provider } = await changing()
    const lines = [{ description: 'Joist', quantity: '9999', unitAmount: 1_000_000_000_000 }]
    const input = { params: { id }, body: { ...joist, lines } }
    expect(await testApp.refusal(createAmendment, input, provider)).toMatchObject({
      status: 422,
      issues: [{ path: ['lines', 0, 'unitAmount'] }],
    })
  })

  it('must add up, and change only what is open', async () => {
    const { id, provider, write, prove, workOff, read } = await changing()
    await workOff(id, 1)
    const refusalOf = async (content: Content) => {
      const { params, contentHash } = await write(content)
      await prove()
      return testApp.refusal(
        sendAmendment,
        { params, body: { signature: signatureOf(contentHash, 'Ada Obi', 'CHANGE_ORDER') } },
        provider,
      )
    }
    expect(await refusalOf({ ...joist, milestoneChanges: [] })).toMatchObject({
      status: 422,
      code: 'MILESTONES_MISMATCH',
      message: 'Milestones add up to ₦3,000, but the contract total is ₦3,400.',
    })
    const [first, second] = (await read(id)).milestones.map((milestone) => milestone.id)
    const change = (milestoneId = '', amount = 60_000) => ({ kind: 'CHANGE' as const, milestoneId, amount })
    const more = [{ description: 'More', unitAmount: 10_000 }]
    const frozen = { message: 'You can no longer change this milestone.' }
    expect(await refusalOf({ ...joist, lines: [], milestoneChanges: [change(first, 50_000)] })).toMatchObject({
      issues: [frozen],
    })
    const twice = [change(second, 210_000), change(second, 210_000)]
    expect(await refusalOf({ ...joist, lines: more, milestoneChanges: twice })).toMatchObject({
      issues: [{ message: 'Change each milestone only once.' }],
    })
    const all = (await read(id)).milestones.filter(({ status }) => status === 'PENDING')
    const less = [{ description: 'Less', unitAmount: -250_000 }]
    const removing = all.map((milestone) => ({ kind: 'REMOVE' as const, milestoneId: milestone.id }))
    const noneLeft = { ...joist, lines: [{ description: 'Less', unitAmount: -300_000 }], milestoneChanges: removing }
    expect((await refusalOf(noneLeft)).issues?.map(({ message }) => message)).toContain(
      'The total of a contract must be more than zero.',
    )
    // Approved milestones stay; a contract may consist of them alone.
    expect((await write({ ...joist, lines: less, milestoneChanges: removing })).status).toBe('DRAFT')
    const nothing = { ...joist, lines: [], milestoneChanges: [], scheduleImpactDays: 0 }
    expect(await refusalOf(nothing)).toMatchObject({ issues: [{ message: 'Add at least one change.' }] })
  })

  it('has no effect when declined or withdrawn', async () => {
    const { id, provider, send, read } = await changing()
    const { params } = await send()
    const no = { params, body: { note: 'Too dear.' } }
    await testApp.call(declineMarketplaceAmendment, no, marketplace)
    const { params: other } = await send()
    expect(await testApp.refusal(withdrawMarketplaceAmendment, { params: other, body: {} }, marketplace)).toMatchObject(
      {
        code: 'INVALID_TRANSITION',
        details: { allowed: ['sign', 'decline'] },
      },
    )
    await testApp.call(withdrawAmendment, { params: other, body: {} }, provider)
    const { amendments, total, currentVersion } = await read(id)
    expect(amendments.map(({ status, answerNote }) => [status, answerNote])).toEqual([
      ['DECLINED', 'Too dear.'],
      ['WITHDRAWN', null],
    ])
    expect([total.amount, currentVersion]).toEqual([300_000, 1])
  })
})

describe('a change order that removes everything', () => {
  it('is refused: ending the contract has its own action', async () => {
    const { id, provider, write, prove, read } = await changing()
    const { milestones } = await read(id)
    const { params, contentHash } = await write({
      ...joist,
      lines: [{ description: 'All of it', unitAmount: -300_000 }],
      milestoneChanges: milestones.map((milestone) => ({ kind: 'REMOVE' as const, milestoneId: milestone.id })),
    })
    await prove()
    const body = { signature: signatureOf(contentHash, 'Ada Obi', 'CHANGE_ORDER') }
    const { status, issues } = await testApp.refusal(sendAmendment, { params, body }, provider)
    expect([status, issues?.map(({ message }) => message)]).toEqual([
      422,
      ['Keep at least one milestone.', 'The total of a contract must be more than zero.'],
    ])
  })
})

describe('a change order by the customer', () => {
  it('is signed on creation and accepted by the provider', async () => {
    const { id, provider, createAsCustomer, prove, read } = await changing()
    const { params, contentHash } = await createAsCustomer()
    expect((await read(id)).amendments[0]).toMatchObject({ author: 'CUSTOMER', allowedActions: ['sign', 'decline'] })
    await prove()
    const input = { params, body: { signature: signatureOf(contentHash, 'Ada Obi', 'CHANGE_ORDER') } }
    expect(await testApp.refusal(signAmendment, input, provider)).toMatchObject({ code: 'READ_REQUIRED' })
    await testApp.call(viewContract, { params: { id }, body: { contentHash, toEnd: true } }, provider)
    expect(await testApp.call(signAmendment, input, provider)).toMatchObject({
      total: { amount: 340_000 },
      amendments: [{ status: 'APPROVED', signatures: [{ party: 'CUSTOMER' }, { party: 'PROVIDER' }] }],
    })
    const entries = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(entries.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['AMENDMENT_CREATED', 'AMENDMENT_SENT', 'AMENDMENT_APPROVED']),
    )
  })

  it('is declined by the provider, or withdrawn', async () => {
    const { id, provider, createAsCustomer, read } = await changing()
    const first = await createAsCustomer()
    await testApp.call(declineAmendment, { params: first.params, body: { note: 'Not possible.' } }, provider)
    const second = await createAsCustomer({ ...joist, title: 'Another joist' })
    expect(await testApp.refusal(withdrawAmendment, { params: second.params, body: {} }, provider)).toMatchObject({
      status: 409,
    })
    await testApp.call(withdrawMarketplaceAmendment, { params: second.params, body: {} }, marketplace)
    expect((await read(id)).amendments.map(({ status }) => status)).toEqual(['DECLINED', 'WITHDRAWN'])
  })
})

describe('several change orders', () => {
  it('are shown with a running total; pending ones are marked', async () => {
    const { id, provider, agree, send } = await changing()
    const credit: Content = {
      title: 'Own taps',
      reason: 'CREDIT',
      lines: [{ description: 'Taps', unitAmount: -50_000 }],
      milestoneChanges: [{ kind: 'REMOVE', milestoneId: '' }],
    }
    const { milestones } = await agree()
    const taps = milestones.find(({ title }) => title === 'Taps and waste')?.id ?? ''
    await send({ ...joist, title: 'One more joist' })
    await agree({ ...credit, milestoneChanges: [{ kind: 'REMOVE', milestoneId: taps }] })
    const consolidated = await testApp.call(getConsolidated, { params: { id } }, provider)
    expect(consolidated.base.total.amount).toBe(300_000)
    expect(
      consolidated.changes.map(({ number, agreed, runningTotal }) => [number, agreed, runningTotal?.amount]),
    ).toEqual([
      ['CO-1', true, 340_000],
      ['CO-3', true, 290_000],
      ['CO-2', false, undefined],
    ])
    expect(consolidated.total.amount).toBe(290_000)
  })

  it('that conflict are signed one after another, and the second may be outdated', async () => {
    const { id, send, signing, readToEndAsCustomer, read } = await changing()
    const second = (await read(id)).milestones[1]?.id ?? ''
    const raisedPrice = (title: string): Content => ({
      ...joist,
      title,
      lines: [{ description: 'More', unitAmount: 10_000 }],
      milestoneChanges: [{ kind: 'CHANGE', milestoneId: second, amount: 210_000 }],
    })
    const amendments = [await send(raisedPrice('Oak')), await send(raisedPrice('Walnut'))]
    for (const { contentHash } of amendments) await readToEndAsCustomer(id, contentHash)
    const replies = await Promise.all(
      amendments.map(({ params, contentHash }) =>
        testApp.send(signMarketplaceAmendment, { params, body: signing(contentHash) }, marketplace),
      ),
    )
    expect(statusesOf(replies)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'AMENDMENT_OUTDATED' })
    const { total, milestoneTotal, currentVersion } = await read(id)
    expect([total.amount, milestoneTotal, currentVersion]).toEqual([310_000, 310_000, 2])
  })

  it('block completion until they are answered', async () => {
    const { id, send, workOff, read } = await changing({
      totalAmount: 100,
      milestones: [{ title: 'All', amount: 100 }],
    })
    const { params } = await send()
    await workOff(id, 1)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', progress: { percent: 100 } })
    await testApp.call(declineMarketplaceAmendment, { params, body: {} }, marketplace)
    expect(await read(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('expire when a decision about a dispute completes the contract', async () => {
    const { id, customer, provider, write, send, workOff, read } = await changing({
      totalAmount: 100,
      milestones: [{ title: 'All', amount: 100 }],
    })
    await write()
    await send()
    await workOff(id, 1)
    const subject = { type: 'CONTRACT' as const, id }
    const claim = { customerId: customer.id, subject, reasonCode: 'QUALITY' as const, statement: disputeStatement }
    const dispute = await testApp.call(openMarketplaceDispute, { body: claim }, marketplace)
    await testApp.advance(3 * DAY_MS)
    const body = { rationale: 'The photos show it.', amountToProvider: 100, subjectStatus: 'COMPLETED' }
    await testApp.call(decideDispute, { params: { id: dispute.id }, body }, marketplace)
    await testApp.advance(7 * DAY_MS)
    const completed = await read(id)
    expect(completed).toMatchObject({ status: 'COMPLETED', allowedActions: ['dispute'] })
    expect(completed.amendments.map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED'])
    const audit = (await testApp.call(getContractAudit, { params: { id } }, provider)).map(({ event }) => event)
    expect(audit.slice(-3)).toEqual(['DISPUTE_SETTLED', 'AMENDMENT_EXPIRED', 'COMPLETED'])
    const timeline = await testApp.call(getContractTimeline, { params: { id } }, provider)
    expect(timeline.at(-1)).toMatchObject({ event: 'contract.completed' })
  })

  it('answered during a hold leave the completion to the end of the hold', async () => {
    const { id, provider, send, workOff, read } = await changing({
      totalAmount: 100,
      milestones: [{ title: 'All', amount: 100 }],
    })
    const { params } = await send()
    await workOff(id, 1)
    await testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER' } }, provider)
    await testApp.call(declineMarketplaceAmendment, { params, body: {} }, marketplace)
    expect(await read(id)).toMatchObject({ status: 'ON_HOLD' })
    expect(await testApp.call(resumeContract, { params: { id }, body: {} }, provider)).toMatchObject({
      status: 'COMPLETED',
    })
  })
})

describe('a change order agreed while the contract may end', () => {
  it('changes what the proposal pays, as both sides see before it is accepted', async () => {
    const { id, provider, agree, read, readAsCustomer, milestoneOf, onBehalf } = await changing()
    const { milestoneId } = await milestoneOf(id, 2)
    const body = {
      reasonCode: 'MUTUAL' as const,
      effectiveDate: testApp.clock.now().toISOString().slice(0, 10),
      settlement: [{ milestoneId, percentDone: 50 }],
    }
    const proposed = await testApp.call(proposeTermination, { params: { id }, body }, provider)
    expect(proposed.termination).toMatchObject({ settledTotal: { amount: 100_000 } })
    await agree({ ...joist, milestoneChanges: [{ kind: 'CHANGE', milestoneId, amount: 240_000 }] })
    for (const { termination } of [await read(id), await readAsCustomer(id)]) {
      expect(termination).toMatchObject({ status: 'PROPOSED', settledTotal: { amount: 120_000 } })
    }
    const accepting = { params: { id }, body: { onBehalf: onBehalf() } }
    const ended = await testApp.call(acceptMarketplaceTermination, accepting, marketplace)
    expect(ended.termination).toMatchObject({ status: 'ACCEPTED', settledTotal: { amount: 120_000 } })
  })
})
