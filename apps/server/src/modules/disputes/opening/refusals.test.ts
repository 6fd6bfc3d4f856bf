import { DAY_MS } from '@fettle/protocol/core/durations'
import * as protocol from '@fettle/protocol/disputes'
import * as marketplaceApi from '@fettle/protocol/marketplace/disputes'
import { createUpload } from '@fettle/protocol/common/uploads'
import { describe, expect, it } from 'vitest'
import {
  disputeAnswer,
  createDisputeScenario,
  disputeStatement,
} from '../../../../testing/fixtures/dispute-scenario.ts'
import { asFile, pdf } from '../../../../testing/fixtures/files.ts'
import { createProvider, marketplace, actingCustomer } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { formatMoment } from '../../../platform/locale/zoned-time.ts'

const testApp = setUpTestApp()

describe('opening a dispute is refused', () => {
  it('for an unsuitable reason, too short a text, or too large an amount', async () => {
    const { opening, provider } = await createDisputeScenario(testApp)
    const refusal = (over: object) => testApp.refusal(protocol.openDispute, { body: opening(over as never) }, provider)
    expect(await refusal({ reasonCode: 'FALSE_REVIEW' })).toMatchObject({
      status: 422,
      issues: [{ field: 'reasonCode', code: 'NOT_ALLOWED' }],
    })
    expect(await refusal({ statement: 'Bad work.' })).toMatchObject({
      issues: [{ message: 'Describe what happened, in 20 to 5,000 characters.' }],
    })
    expect(await refusal({ amountInDispute: 1_500_001 })).toMatchObject({
      issues: [{ code: 'TOO_BIG', message: 'The total is ₦15,000.' }],
    })
    expect(await refusal({ subject: { type: 'REVIEW', id: 'rev_1' }, reasonCode: 'OTHER' })).toMatchObject({
      issues: [{ message: 'Contest the review instead.' }],
    })
  })

  it('too early, too late, or twice', async () => {
    const early = await createDisputeScenario(testApp, 'CONFIRMED')
    expect(await testApp.refusal(protocol.openDispute, { body: early.opening() }, early.provider)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the booking is confirmed.',
    })
    const late = await createDisputeScenario(testApp)
    testApp.clock.advance(14 * DAY_MS + 1)
    // The provider's session has expired after two weeks: test as the customer.
    const body = {
      customerId: late.customer.id,
      subject: late.subject,
      reasonCode: 'QUALITY' as const,
      statement: disputeStatement,
    }
    expect(await testApp.refusal(marketplaceApi.openMarketplaceDispute, { body }, marketplace)).toMatchObject({
      status: 409,
      code: 'DISPUTE_CLOSED',
    })
    const { byCustomer, opening, provider } = await createDisputeScenario(testApp)
    await byCustomer()
    expect((await testApp.refusal(protocol.openDispute, { body: opening() }, provider)).status).toBe(409)
  })

  it('except for one of ten concurrent calls', async () => {
    const { opening, provider } = await createDisputeScenario(testApp)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => testApp.send(protocol.openDispute, { body: opening() }, provider)),
    )
    expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it("about another's or an unknown record", async () => {
    const { opening } = await createDisputeScenario(testApp)
    const stranger = await createProvider(testApp)
    expect((await testApp.refusal(protocol.openDispute, { body: opening() }, stranger)).status).toBe(404)
    const { type } = opening().subject
    const query = { type, id: `bkg_${'0'.repeat(26)}` }
    expect((await testApp.refusal(protocol.getDisputeTerms, { query }, stranger)).status).toBe(404)
  })

  it('after a settlement, which can only be appealed; not after a withdrawal', async () => {
    const { negotiating, propose, opening, provider } = await createDisputeScenario(testApp)
    const { id } = await negotiating()
    const proposalId = (await propose(id, 0)).proposals[0]?.id ?? ''
    await testApp.call(
      marketplaceApi.acceptMarketplaceSettlement,
      { params: { id, proposalId }, body: { onBehalf: actingCustomer } },
      marketplace,
    )
    expect((await testApp.refusal(protocol.openDispute, { body: opening() }, provider)).status).toBe(409)
    const otherScenario = await createDisputeScenario(testApp)
    const first = await otherScenario.byProvider({ reasonCode: 'NON_PAYMENT' })
    await testApp.call(protocol.withdrawDispute, { params: { id: first.id }, body: {} }, otherScenario.provider)
    expect(await otherScenario.byCustomer()).toMatchObject({ status: 'OPEN' })
  })
})

describe('in a dispute', () => {
  it('the opening side cannot answer, and an old version is refused with the current state', async () => {
    const { byCustomer, provider, params } = await createDisputeScenario(testApp)
    const { id, version } = await byCustomer()
    const own = { ...params(id), body: { statement: disputeAnswer } }
    expect((await testApp.refusal(marketplaceApi.respondToMarketplaceDispute, own, marketplace)).code).toBe(
      'INVALID_TRANSITION',
    )
    const stale = { ...params(id), body: { statement: disputeAnswer, version: version - 1 } }
    expect(await testApp.refusal(protocol.respondToDispute, stale, provider)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: { id } },
    })
    const answered = await testApp.call(protocol.respondToDispute, own, provider)
    expect(await testApp.call(protocol.respondToDispute, own, provider)).toEqual(answered)
  })

  it("each side makes three proposals within the amount, and answers the other's only", async () => {
    const { negotiating, propose, proposeBack, provider, params } = await createDisputeScenario(testApp)
    const { id } = await negotiating({ amountInDispute: 500_000 })
    const proposing = (body: object) =>
      testApp.refusal(protocol.proposeSettlement, { ...params(id), body: { note: 'Like this.', ...body } }, provider)
    expect(await proposing({})).toMatchObject({ issues: [{ field: 'amountToProvider', code: 'REQUIRED' }] })
    expect(await proposing({ amountToProvider: 500_001 })).toMatchObject({
      issues: [{ message: 'Only ₦5,000 is in dispute.' }],
    })
    const first = (await propose(id, 400_000)).proposals[0]?.id ?? ''
    const own = { params: { id, proposalId: first }, body: {} }
    expect((await testApp.refusal(protocol.acceptSettlement, own, provider)).code).toBe('INVALID_TRANSITION')
    const back = await proposeBack(id, 100_000)
    expect(back.proposals.map(({ status }) => status)).toEqual(['SUPERSEDED', 'PENDING'])
    const tooLate = { ...own, body: { onBehalf: actingCustomer } }
    expect((await testApp.refusal(marketplaceApi.acceptMarketplaceSettlement, tooLate, marketplace)).code).toBe(
      'PROPOSAL_CLOSED',
    )
    const unknown = { params: { id, proposalId: `prp_${'0'.repeat(26)}` }, body: {} }
    expect((await testApp.refusal(protocol.acceptSettlement, unknown, provider)).status).toBe(404)
    const declined = { params: { id, proposalId: back.proposals[1]?.id ?? '' }, body: {} }
    expect((await testApp.call(protocol.declineSettlement, declined, provider)).proposals[1]).toMatchObject({
      status: 'DECLINED',
    })
    await propose(id, 300_000)
    expect(await propose(id, 200_000)).toMatchObject({ proposalsLeft: 0 })
    expect(await proposing({ amountToProvider: 1 })).toMatchObject({
      code: 'PROPOSAL_LIMIT',
      message: 'Each side can make 3 proposals.',
    })
  })

  it('either accepting or the deadline wins', async () => {
    const { negotiating, propose, later, read } = await createDisputeScenario(testApp)
    const { id } = await negotiating()
    const proposalId = (await propose(id, 500_000)).proposals[0]?.id ?? ''
    testApp.clock.advance(7 * DAY_MS)
    await Promise.all([
      testApp.send(
        marketplaceApi.acceptMarketplaceSettlement,
        { params: { id, proposalId }, body: { onBehalf: actingCustomer } },
        marketplace,
      ),
      later(0),
    ])
    await later(0)
    const { status, outcome } = await read(id)
    expect([status, outcome?.by]).toEqual(
      status === 'RESOLVED' ? ['RESOLVED', 'AGREEMENT'] : ['UNDER_REVIEW', undefined],
    )
  })

  it('each side adds up to twenty files of its own', async () => {
    const { byCustomer, provider, params } = await createDisputeScenario(testApp)
    const { id } = await byCustomer()
    const upload = async (note: string) =>
      (
        await testApp.call(
          createUpload,
          { body: { purpose: 'EVIDENCE' }, file: asFile(pdf({ note }), 'note.pdf') },
          provider,
        )
      ).id
    const [fileId, another] = [await upload('before'), await upload('after')]
    const adding = (...fileIds: string[]) => ({ ...params(id), body: { fileIds, note: 'As I left it.' } })
    const added = await testApp.call(protocol.addDisputeEvidence, adding(fileId), provider)
    expect(added.evidence).toMatchObject([{ by: 'PROVIDER', note: 'As I left it.', file: { id: fileId } }])
    // Sent again, as after a lost answer, it is there once.
    const repeated = await testApp.call(protocol.addDisputeEvidence, adding(fileId), provider)
    expect([repeated.version, repeated.evidence]).toMatchObject([added.version, [{ file: { id: fileId } }]])
    const sent = { ...params(id), body: { note: 'The drip.' }, file: asFile(pdf(), 'drip.pdf') }
    const shown = await testApp.call(marketplaceApi.addMarketplaceDisputeEvidence, sent, marketplace)
    expect(shown.evidence.map(({ by }) => by)).toEqual(['PROVIDER', 'CUSTOMER'])
    await testApp.db.execute(sql`
      insert into dispute_evidence (id, dispute_id, side, file_id, at)
      select 'evd_' || n, ${id}, 'PROVIDER', 'fil_' || n, now() from generate_series(1, 19) n`)
    expect(await testApp.refusal(protocol.addDisputeEvidence, adding(fileId, another), provider)).toMatchObject({
      code: 'EVIDENCE_LIMIT',
      message: 'Each side can add 20 files.',
    })
  })

  it('an operator decides escalated ones only, with an amount and a reason', async () => {
    const { byCustomer, later, params } = await createDisputeScenario(testApp)
    const { id } = await byCustomer()
    const decide = (body: object) =>
      testApp.refusal(marketplaceApi.decideDispute, { ...params(id), body: body as { rationale: string } }, marketplace)
    expect((await decide({ rationale: 'The photos show it.' })).code).toBe('INVALID_TRANSITION')
    await later(72)
    expect(await decide({ amountToProvider: 0 })).toMatchObject({ issues: [{ field: 'rationale' }] })
    expect(await decide({ rationale: 'The photos show it.' })).toMatchObject({ issues: [{ code: 'REQUIRED' }] })
    expect(
      await decide({ rationale: 'The photos show it.', amountToProvider: 0, subjectStatus: 'CANCELLED' }),
    ).toMatchObject({ issues: [{ message: 'Choose one of: COMPLETED.' }] })
    const assign = { ...params(id), body: { assignee: 'Bisi of support' } }
    expect(await testApp.call(marketplaceApi.assignDispute, assign, marketplace)).toMatchObject({
      assignee: 'Bisi of support',
    })
  })

  it('a decision cannot be appealed after a week, nor a settlement at all', async () => {
    const { reviewed, decide, provider, params } = await createDisputeScenario(testApp)
    const { id } = await reviewed()
    await decide(id, { amountToProvider: 0 })
    const until = new Date(+testApp.clock.now() + 7 * DAY_MS)
    testApp.clock.advance(7 * DAY_MS)
    const body = { note: 'That is not how it was at all.' }
    expect(await testApp.refusal(protocol.appealDispute, { ...params(id), body }, provider)).toMatchObject({
      status: 409,
      code: 'APPEAL_CLOSED',
      details: { time: formatMoment(until, 'Africa/Lagos') },
    })
  })

  it('other accounts get a 404', async () => {
    const { byCustomer, provider } = await createDisputeScenario(testApp)
    const { id } = await byCustomer()
    const stranger = await createProvider(testApp)
    expect((await testApp.refusal(protocol.getDispute, { params: { id } }, stranger)).status).toBe(404)
    expect(await testApp.call(protocol.listDisputes, {}, stranger)).toEqual([])
    expect(await testApp.call(protocol.listDisputeCards, { query: { ids: id } }, stranger)).toEqual([])
    expect(await testApp.call(protocol.listDisputes, {}, provider)).toMatchObject([{ id, status: 'OPEN' }])
    const other = { params: { id }, query: { customerId: `cus_${'0'.repeat(26)}` } }
    expect((await testApp.refusal(marketplaceApi.getMarketplaceDispute, other, marketplace)).status).toBe(404)
  })
})
