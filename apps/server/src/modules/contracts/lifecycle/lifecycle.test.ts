import { DAY_MS } from '@fettle/protocol/core/durations'
import {
  acceptTermination,
  contestTermination,
  createAmendment,
  holdContract,
  proposeTermination,
  resumeContract,
  sendAmendment,
  startMilestone,
  voidContract,
  withdrawTermination,
} from '@fettle/protocol/contracts/actions'
import { getContractAudit, verifyContractAudit } from '@fettle/protocol/contracts/audit'
import { openDispute, withdrawDispute } from '@fettle/protocol/disputes'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { listMarketplaceMessages } from '@fettle/protocol/marketplace/chat'
import {
  acceptMarketplaceTermination,
  contestMarketplaceTermination,
  decideTermination,
  proposeMarketplaceTermination,
  withdrawFromContract,
  withdrawMarketplaceTermination,
} from '@fettle/protocol/marketplace/contract-terminations'
import {
  declineContract,
  getMarketplaceContract,
  holdMarketplaceContract,
  listMarketplaceContracts,
  resumeMarketplaceContract,
} from '@fettle/protocol/marketplace/contracts'
import { openMarketplaceDispute, withdrawMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { describe, expect, it } from 'vitest'
import { createContractScenario, kitchenContract, signatureOf } from '../../../../testing/fixtures/contract-scenario.ts'
import { disputeStatement } from '../../../../testing/fixtures/dispute-scenario.ts'
import { statusesOf } from '../../../../testing/fixtures/accounts.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const day = (days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10)

describe('before both sides have signed', () => {
  it('the customer may decline, with a limited reason', async () => {
    const { sent, read } = await createContractScenario(testApp)
    const { id } = await sent()
    const short = { params: { id }, body: { reason: 'No.' } }
    expect(await testApp.refusal(declineContract, short, marketplace)).toMatchObject({
      issues: [{ message: 'Explain why, in 10 to 1,000 characters.' }],
    })
    await testApp.call(declineContract, { params: { id }, body: { reason: 'We found somebody nearer.' } }, marketplace)
    expect(await read(id)).toMatchObject({
      status: 'DECLINED',
      ended: { by: 'CUSTOMER', reason: 'We found somebody nearer.' },
    })
  })

  it('the provider may void it', async () => {
    const { provider, sent, readAsCustomer } = await createContractScenario(testApp)
    const { id } = await sent()
    const input = { params: { id }, body: { reason: 'The site is flooded.' } }
    expect(await testApp.call(voidContract, input, provider)).toMatchObject({
      status: 'VOIDED',
      signatureStatus: 'NONE',
      signatures: [{ voidReason: 'The contract was voided.' }],
    })
    expect(await readAsCustomer(id)).toMatchObject({ status: 'VOIDED', allowedActions: [] })
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(trail.slice(-2)).toMatchObject([
      { event: 'VOIDED', data: { reason: 'The site is flooded.' } },
      { event: 'SIGNATURES_VOIDED', data: { signatures: 1 } },
    ])
  })

  it('shows the customer the contract as it was sent, also after its later draft was voided', async () => {
    const { provider, customer, sent, edit, readAsCustomer } = await createContractScenario(testApp)
    const { id, title, total } = await sent()
    const milestones = [{ title: 'Later plan', amount: 310_000 }]
    await edit(id, { title: 'Later draft', totalAmount: 310_000, milestones })
    const listed = async () => {
      const query = { customerId: customer.id }
      const page = await testApp.call(listMarketplaceContracts, { query }, marketplace)
      return page.find((each) => each.id === id)
    }
    expect(await readAsCustomer(id)).toMatchObject({ title, total })
    expect.soft(await listed()).toMatchObject({ title, total })
    await testApp.call(voidContract, { params: { id }, body: { reason: 'Not needed any more.' } }, provider)
    expect.soft(await readAsCustomer(id)).toMatchObject({
      status: 'VOIDED',
      title,
      total,
      milestones: kitchenContract.milestones.map((each) => ({ title: each.title })),
    })
    expect.soft(await listed()).toMatchObject({ status: 'VOIDED', title, total })
  })

  it('names the contract to the customer as it was sent while the provider edits and voids it', async () => {
    const { provider, customer, sent, edit } = await createContractScenario(testApp)
    const { id } = await sent()
    await edit(id, { title: 'Later draft' })
    await testApp.call(voidContract, { params: { id }, body: { reason: 'Not needed any more.' } }, provider)
    await testApp.deps.jobs.runDue()
    const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
    const messages = await testApp.call(listMarketplaceMessages, { params: { id: channel.id } }, marketplace)
    const texts = messages.map((message) => message.text).filter((text) => text.includes('CT-'))
    expect(texts).toHaveLength(3)
    for (const text of texts) expect(text).toMatch(/CT-2026-\d{6}, New kitchen/)
  })

  it('a draft is deleted with a reason, without notifying the customer', async () => {
    const { provider, draft } = await createContractScenario(testApp)
    const { id } = await draft()
    const short = { params: { id }, body: { reason: 'No' } }
    expect(await testApp.refusal(voidContract, short, provider)).toMatchObject({
      status: 422,
      issues: [{ field: 'reason', message: 'Explain why, in 3 to 1,000 characters.' }],
    })
    const input = { params: { id }, body: { reason: 'The site is flooded.' } }
    expect(await testApp.call(voidContract, input, provider)).toMatchObject({ status: 'VOIDED', signatures: [] })
    expect(await testApp.refusal(getMarketplaceContract, { params: { id } }, marketplace)).toMatchObject({
      status: 404,
    })
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(trail.map(({ event }) => event)).toEqual(['CREATED', 'VOIDED'])
  })
})

describe('work on hold', () => {
  it('resumes with its dates moved, whichever side acts', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active({ startDate: day(-1), endDate: day(20), milestones: [part(day(10), 300_000)] })
    const input = { params: { id }, body: { reasonCode: 'WAITING_PERMIT' as const, until: day(9) } }
    await testApp.call(holdMarketplaceContract, input, marketplace)
    testApp.clock.advance(3 * DAY_MS)
    const going = await testApp.call(resumeContract, { params: { id }, body: {} }, provider)
    expect(going).toMatchObject({
      status: 'ACTIVE',
      hold: null,
      startDate: day(-4),
      endDate: day(20),
      milestones: [{ dueDate: day(10) }],
      document: { content: { endDate: day(17) } },
    })
    await testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER' } }, provider)
    expect(await testApp.call(resumeMarketplaceContract, { params: { id }, body: {} }, marketplace)).toMatchObject({
      status: 'ACTIVE',
    })
  })

  it('needs a note for other reasons, and a future date', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active()
    const hold = (body: object) => testApp.refusal(holdContract, { params: { id }, body: body as never }, provider)
    expect(await hold({ reasonCode: 'OTHER' })).toMatchObject({ issues: [{ message: 'Explain why in a few words.' }] })
    expect(await hold({ reasonCode: 'WEATHER', until: day(0) })).toMatchObject({
      issues: [{ message: 'Choose a day after today.' }],
    })
  })
})

describe('ending a contract by agreement', () => {
  it('pays the completed share of each milestone and cancels the rest', async () => {
    const { provider, active, workOff, submit, milestoneOf, onBehalf } = await createContractScenario(testApp, {
      isNew: true,
    })
    const { id } = await active()
    await workOff(id, 1)
    await submit(id, 2)
    const { milestoneId } = await milestoneOf(id, 2)
    const body = {
      reasonCode: 'SCOPE_CHANGED' as const,
      effectiveDate: day(0),
      settlement: [{ milestoneId, percentDone: 33 }],
    }
    const proposed = await testApp.call(proposeTermination, { params: { id }, body }, provider)
    expect(proposed).toMatchObject({
      status: 'ACTIVE',
      termination: { status: 'PROPOSED', by: 'PROVIDER', settledTotal: { amount: 66_000 }, decidedAt: null },
    })
    expect(await testApp.refusal(acceptTermination, { params: { id }, body: {} }, provider)).toMatchObject({
      status: 409,
    })
    const ended = await testApp.call(
      acceptMarketplaceTermination,
      { params: { id }, body: { onBehalf: onBehalf() } },
      marketplace,
    )
    expect(ended).toMatchObject({ status: 'TERMINATED', termination: { status: 'ACCEPTED', decidedBy: 'CUSTOMER' } })
    expect(ended.milestones.map(({ status, settled }) => [status, settled?.amount.amount])).toEqual([
      ['APPROVED', undefined],
      ['APPROVED', 66_000],
      ['CANCELLED', undefined],
    ])
    const invoices = await testApp.call(listInvoices, {}, provider)
    expect(new Set(invoices.map(({ total }) => total.amount))).toEqual(new Set([50_000, 66_000]))
  })

  it('names each open milestone once, and a date that is not past', async () => {
    const { provider, active, workOff, milestoneOf } = await createContractScenario(testApp)
    const { id } = await active()
    await workOff(id, 1)
    const first = (await milestoneOf(id, 1)).milestoneId
    const second = (await milestoneOf(id, 2)).milestoneId
    const refusal = (settlement: { milestoneId: string; percentDone: number }[], effectiveDate = day(0)) => {
      const body = { reasonCode: 'MUTUAL' as const, effectiveDate, settlement }
      return testApp.refusal(proposeTermination, { params: { id }, body }, provider)
    }
    const halfDone = (milestoneId: string) => ({ milestoneId, percentDone: 50 })
    expect(await refusal([halfDone(first)])).toMatchObject({ issues: [{ message: 'This milestone is not open.' }] })
    expect(await refusal([halfDone(second), halfDone(second)])).toMatchObject({
      issues: [{ code: 'DUPLICATE', message: 'List each milestone only once.' }],
    })
    expect(await refusal([], day(-1))).toMatchObject({ issues: [{ message: 'Choose today or a later day.' }] })
    expect(await refusal([{ milestoneId: second, percentDone: 101 }])).toMatchObject({
      status: 422,
      issues: [{ message: 'Enter a whole percentage from 0 to 100.' }],
    })
    const withoutNote = { reasonCode: 'OTHER' as const, effectiveDate: day(0) }
    expect(await testApp.refusal(proposeTermination, { params: { id }, body: withoutNote }, provider)).toMatchObject({
      issues: [{ field: 'note', message: 'Explain why in a few words.' }],
    })
  })

  it('is proposed once at a time, also concurrently', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active()
    const body = { reasonCode: 'MUTUAL' as const, effectiveDate: day(0) }
    const replies = await Promise.all([
      testApp.send(proposeTermination, { params: { id }, body }, provider),
      testApp.send(proposeMarketplaceTermination, { params: { id }, body }, marketplace),
    ])
    expect(statusesOf(replies)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'TERMINATION_PENDING' })
  })

  it('can be withdrawn before it is answered', async () => {
    const { provider, active, read } = await createContractScenario(testApp)
    const { id } = await active()
    const body = { reasonCode: 'MUTUAL' as const, effectiveDate: day(0) }
    await testApp.call(proposeTermination, { params: { id }, body }, provider)
    const back = await testApp.call(withdrawTermination, { params: { id }, body: {} }, provider)
    expect(back).toMatchObject({ status: 'ACTIVE', termination: { status: 'WITHDRAWN' } })
    expect((await read(id)).allowedActions).toContain('termination')
  })

  it('can be withdrawn while the work is on hold, which does not resume it', async () => {
    const { provider, active, read } = await createContractScenario(testApp)
    const { id } = await active()
    const hold = { params: { id }, body: { reasonCode: 'WEATHER' as const } }
    await testApp.call(holdContract, hold, provider)
    const body = { reasonCode: 'MUTUAL' as const, effectiveDate: day(0) }
    await testApp.call(proposeMarketplaceTermination, { params: { id }, body }, marketplace)
    await testApp.call(withdrawMarketplaceTermination, { params: { id }, body: {} }, marketplace)
    expect((await read(id)).status).toBe('ON_HOLD')
    expect(await notificationsOf(testApp, id)).not.toContain('contract-resumed')
  })
})

describe('a contested end', () => {
  const contested = async () => {
    const the = await createContractScenario(testApp)
    const { id } = await the.active()
    const body = { reasonCode: 'QUALITY' as const, effectiveDate: day(0) }
    await testApp.call(proposeMarketplaceTermination, { params: { id }, body }, marketplace)
    const note = 'It was done as agreed.'
    const disputed = await testApp.call(contestTermination, { params: { id }, body: { note } }, the.provider)
    expect(disputed).toMatchObject({ status: 'DISPUTED', termination: { status: 'CONTESTED', answerNote: note } })
    return { ...the, id, params: { id } }
  }

  it('continues when withdrawn, and ends when accepted after all', async () => {
    const { params } = await contested()
    const taken = { params, body: { note: 'None of mine.' } }
    expect(await testApp.refusal(contestMarketplaceTermination, taken, marketplace)).toMatchObject({ status: 409 })
    const { provider, params: other } = await contested()
    expect(await testApp.call(acceptTermination, { params: other, body: {} }, provider)).toMatchObject({
      status: 'TERMINATED',
    })
  })

  it('is decided by an operator: with a settlement, or to continue', async () => {
    const { params, milestoneOf, id } = await contested()
    const { milestoneId } = await milestoneOf(id, 2)
    const rationale = 'Half of it was there when we looked.'
    const body = { outcome: 'TERMINATED' as const, rationale, settlement: [{ milestoneId, percentDone: 50 }] }
    expect(await testApp.call(decideTermination, { params, body }, marketplace)).toMatchObject({
      status: 'TERMINATED',
      termination: { decidedBy: 'OPERATOR', answerNote: rationale, settledTotal: { amount: 100_000 } },
      ended: { by: 'OPERATOR' },
    })
    const { params: other } = await contested()
    const on = { params: other, body: { outcome: 'ACTIVE' as const, rationale } }
    expect(await testApp.call(decideTermination, on, marketplace)).toMatchObject({ status: 'ACTIVE' })
  })

  it('can be decided by the two sides only while the answer is pending', async () => {
    const { provider, active, read } = await createContractScenario(testApp)
    const { id } = await active()
    const body = { reasonCode: 'MUTUAL' as const, effectiveDate: day(0) }
    await testApp.call(proposeTermination, { params: { id }, body }, provider)
    for (const outcome of ['TERMINATED', 'ACTIVE'] as const) {
      const early = { params: { id }, body: { outcome, rationale: 'We would rather decide it at once.' } }
      expect(await testApp.refusal(decideTermination, early, marketplace)).toMatchObject({
        status: 409,
        code: 'INVALID_TRANSITION',
      })
    }
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', termination: { status: 'PROPOSED' } })
  })

  it('extends the time to answer a submitted milestone by its duration', async () => {
    const { provider, active, submit, read } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    await submit(id, 1)
    const before = (await read(id)).milestones[0]?.autoApproveAt ?? ''
    const body = { reasonCode: 'DELAY' as const, effectiveDate: day(0) }
    await testApp.call(proposeMarketplaceTermination, { params: { id }, body }, marketplace)
    await testApp.call(contestTermination, { params: { id }, body: { note: 'It is in time.' } }, provider)
    await testApp.advance(10 * DAY_MS)
    await testApp.call(withdrawMarketplaceTermination, { params: { id }, body: {} }, marketplace)
    await testApp.deps.jobs.runDue()
    const [milestone] = (await read(id)).milestones
    expect(milestone).toMatchObject({
      status: 'SUBMITTED',
      autoApproveAt: new Date(Date.parse(before) + 10 * DAY_MS).toISOString(),
    })
  })

  it('stays on hold, and later moves dates by the whole duration', async () => {
    const { provider, active, read } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active({ startDate: day(-1), endDate: day(20), milestones: [part(day(10), 300_000)] })
    await testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER' } }, provider)
    const body = { reasonCode: 'DELAY' as const, effectiveDate: day(0) }
    await testApp.call(proposeTermination, { params: { id }, body }, provider)
    const no = { params: { id }, body: { note: 'Finish what you began.' } }
    await testApp.call(contestMarketplaceTermination, no, marketplace)
    testApp.clock.advance(2 * DAY_MS)
    await testApp.call(withdrawTermination, { params: { id }, body: {} }, provider)
    expect(await read(id)).toMatchObject({
      status: 'ACTIVE',
      hold: null,
      endDate: day(20),
      milestones: [{ dueDate: day(10) }],
    })
  })

  it('closes open proposals and records that in the audit trail', async () => {
    const { provider, active, prove, onBehalf } = await createContractScenario(testApp)
    const { id } = await active()
    const written = { title: 'More tiles', reason: 'OTHER' as const, scheduleImpactDays: 2 }
    const [amendment] = (await testApp.call(createAmendment, { params: { id }, body: written }, provider)).amendments
    await prove()
    const params = { id, amendmentId: amendment?.id ?? '' }
    const signature = signatureOf(amendment?.contentHash ?? '', 'Ada Obi')
    await testApp.call(sendAmendment, { params, body: { signature } }, provider)
    const body = { reasonCode: 'MUTUAL' as const, effectiveDate: day(0) }
    await testApp.call(proposeTermination, { params: { id }, body }, provider)
    const ended = await testApp.call(
      acceptMarketplaceTermination,
      { params: { id }, body: { onBehalf: onBehalf() } },
      marketplace,
    )
    expect(ended.amendments).toMatchObject([{ status: 'EXPIRED', allowedActions: [] }])
    const trail = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(trail.map(({ event }) => event)).toContain('AMENDMENT_EXPIRED')
    expect(await testApp.call(verifyContractAudit, { params: { id } }, provider)).toMatchObject({ valid: true })
  })
})

describe('a contract', () => {
  it('that ends on the last day of the calendar can be resumed', async () => {
    const last = '9999-12-31'
    const { provider, active, read } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active({ startDate: day(-1), endDate: last, milestones: [part(last, 300_000)] })
    await testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER' } }, provider)
    testApp.clock.advance(2 * DAY_MS)
    await testApp.call(resumeContract, { params: { id }, body: {} }, provider)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', endDate: last, milestones: [{ dueDate: last }] })
  })

  it('has no days in the year 0', async () => {
    const { active } = await createContractScenario(testApp, { isNew: true })
    const never = '0000-01-01'
    const signing = active({ startDate: never, endDate: never, milestones: [part(never, 300_000)] })
    await expect(signing).rejects.toThrow('answered 422')
  })
})

describe('within the withdrawal period', () => {
  const cooling = { coolingOffDays: 3 }

  it('only approved work is due, unless the customer asked for an early start', async () => {
    const { active, workOff, submit } = await createContractScenario(testApp)
    const { id } = await active(cooling)
    await workOff(id, 1)
    await submit(id, 2)
    const ended = await testApp.call(withdrawFromContract, { params: { id }, body: {} }, marketplace)
    expect(ended).toMatchObject({ status: 'TERMINATED', coolingOff: { startEarlyConsent: false } })
    expect(ended.milestones.map(({ status }) => status)).toEqual(['APPROVED', 'CANCELLED', 'CANCELLED'])
  })

  it('work submitted early with consent stays due', async () => {
    const { sent, sign, submit } = await createContractScenario(testApp)
    const { id } = await sent(cooling)
    await sign(id, { startEarlyConsent: true })
    await submit(id, 1)
    const ended = await testApp.call(withdrawFromContract, { params: { id }, body: { note: 'We move.' } }, marketplace)
    expect(ended.milestones.map(({ status, settled }) => [status, settled?.percentDone])).toEqual([
      ['APPROVED', 100],
      ['CANCELLED', undefined],
      ['CANCELLED', undefined],
    ])
  })

  it('of work started early with consent, the stated share stays due', async () => {
    const { provider, sent, sign, milestoneOf } = await createContractScenario(testApp)
    const { id } = await sent(cooling)
    await sign(id, { startEarlyConsent: true })
    const params = await milestoneOf(id, 2)
    const { milestoneId: untouched } = await milestoneOf(id, 3)
    await testApp.call(startMilestone, { params, body: {} }, provider)
    const settlement = [
      { milestoneId: params.milestoneId, percentDone: 25 },
      { milestoneId: untouched, percentDone: 50 },
    ]
    const ended = await testApp.call(withdrawFromContract, { params: { id }, body: { settlement } }, marketplace)
    expect(ended.milestones.map(({ status, settled }) => [status, settled?.amount.amount])).toEqual([
      ['CANCELLED', undefined],
      ['APPROVED', 50_000],
      // It had not been started.
      ['CANCELLED', undefined],
    ])
  })

  it('only: not afterwards, and not without a period', async () => {
    const { active } = await createContractScenario(testApp)
    const { id } = await active(cooling)
    testApp.clock.advance(3 * DAY_MS + 1)
    expect(await testApp.refusal(withdrawFromContract, { params: { id }, body: {} }, marketplace)).toMatchObject({
      status: 409,
      code: 'COOLING_OFF_OVER',
      message: expect.stringMatching(
        /^It's too late to withdraw from the contract\. The deadline was \w{3} \d+ \w{3}, \d\d:\d\d\.$/,
      ),
    })
    const { id: none } = await active()
    expect(await testApp.refusal(withdrawFromContract, { params: { id: none }, body: {} }, marketplace)).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
  })
})

describe('a dispute while the customer may withdraw', () => {
  const cooling = { coolingOffDays: 3 }
  const opening = { reasonCode: 'QUALITY' as const, statement: disputeStatement }
  const withdrawal = (id: string) => ({ params: { id }, body: {} })

  it('about the contract does not use up the time to do so', async () => {
    const { provider, active, readAsCustomer } = await createContractScenario(testApp)
    const { id } = await active(cooling)
    const until = (await readAsCustomer(id)).coolingOff?.until ?? ''
    testApp.clock.advance(DAY_MS)
    const body = { subject: { type: 'CONTRACT' as const, id }, ...opening }
    const dispute = await testApp.call(openDispute, { body }, provider)
    testApp.clock.advance(DAY_MS * 2.5)
    await testApp.call(withdrawDispute, { params: { id: dispute.id }, body: {} }, provider)
    expect((await readAsCustomer(id)).coolingOff?.until).toBe(new Date(Date.parse(until) + 2.5 * DAY_MS).toISOString())
    expect(await testApp.call(withdrawFromContract, withdrawal(id), marketplace)).toMatchObject({
      status: 'TERMINATED',
    })
  })

  it('about a milestone decides first what is paid for it', async () => {
    const { customer, active, submit, milestoneOf } = await createContractScenario(testApp)
    const { id } = await active(cooling)
    await submit(id, 1)
    const { milestoneId } = await milestoneOf(id, 1)
    const subject = { type: 'MILESTONE' as const, id: milestoneId }
    const body = { customerId: customer.id, subject, ...opening }
    const dispute = await testApp.call(openMarketplaceDispute, { body }, marketplace)
    expect(await testApp.refusal(withdrawFromContract, withdrawal(id), marketplace)).toMatchObject({
      status: 409,
      code: 'MILESTONE_DISPUTED',
    })
    testApp.clock.advance(4 * DAY_MS)
    await testApp.call(withdrawMarketplaceDispute, { params: { id: dispute.id }, body: {} }, marketplace)
    expect(await testApp.call(withdrawFromContract, withdrawal(id), marketplace)).toMatchObject({
      status: 'TERMINATED',
    })
  })
})

const part = (dueDate: string, amount: number) => ({ title: 'All', amount, dueDate })
