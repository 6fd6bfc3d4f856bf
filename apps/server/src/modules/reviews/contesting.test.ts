import { DAY_MS } from '@fettle/protocol/core/durations'
import { getDispute, withdrawDispute } from '@fettle/protocol/disputes'
import { decideDispute } from '@fettle/protocol/marketplace/disputes'
import * as marketplaceApi from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import { createUpload } from '@fettle/protocol/common/uploads'
import { describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../testing/fixtures/files.ts'
import { createReviewScenario } from '../../../testing/fixtures/review-scenario.ts'
import { createProvider, marketplace } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

const { work, write, listOf, contest, note, moderate, ratingOf, later, reviewed } = createReviewScenario(() => testApp)

describe('contesting a review', () => {
  it('marks it as under review with reason and evidence, and still counts it', async () => {
    const { me, review } = await reviewed({ rating: 2 })
    const { id } = review
    const evidence = await testApp.call(
      createUpload,
      { body: { purpose: 'EVIDENCE' }, file: asFile(await picture(40, 30)) },
      me,
    )
    const contested = await testApp.call(protocol.contestReview, contest(id, { evidenceFileIds: [evidence.id] }), me)
    expect(contested).toMatchObject({
      status: 'UNDER_REVIEW',
      contest: { reasonCode: 'NOT_MY_WORK', note, status: 'OPEN', evidence: [{ id: evidence.id }] },
      contestableUntil: null,
      allowedActions: ['reply'],
    })
    expect(await ratingOf(me)).toEqual({ average: 2, count: 1 })
    const open = await testApp.call(marketplaceApi.getMarketplaceReview, { params: { id } }, marketplace)
    expect(open).toMatchObject({ status: 'UNDER_REVIEW', comment: 'Tidy work.' })
    expect(open).not.toHaveProperty('contest')
    const secondContest = contest(id, { note: 'Once more: it was not me.' })
    expect(await testApp.refusal(protocol.contestReview, secondContest, me)).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { from: 'UNDER_REVIEW', allowed: ['reply'] },
    })
  })

  it('opens a dispute, whose decision hides or keeps it', async () => {
    const { me, review } = await reviewed({ rating: 1 })
    const { contest: opened } = await testApp.call(protocol.contestReview, contest(review.id), me)
    const params = { id: String(opened?.disputeId) }
    expect(await testApp.call(getDispute, { params }, me)).toMatchObject({
      status: 'OPEN',
      subject: { type: 'REVIEW', id: review.id },
      reasonCode: 'FALSE_REVIEW',
      statement: note,
    })
    // No answer for three days; then an operator decides, and nobody appeals for a week.
    await later(me, 3 * DAY_MS)
    const decision = { subjectStatus: 'HIDDEN', rationale: 'It is about the work of somebody else.' }
    await testApp.call(decideDispute, { params, body: decision }, marketplace)
    expect(await testApp.call(protocol.getReview, { params: { id: review.id } }, me)).toMatchObject({
      status: 'UNDER_REVIEW',
    })
    await later(me, 7 * DAY_MS)
    expect(await testApp.call(protocol.getReview, { params: { id: review.id } }, me)).toMatchObject({
      status: 'HIDDEN',
      contest: { status: 'UPHELD' },
      hidden: { reason: expect.stringContaining('It is about the work of somebody else.') },
    })
    expect(await ratingOf(me)).toBeNull()

    const other = await reviewed({ rating: 3 })
    const second = await testApp.call(protocol.contestReview, contest(other.review.id), other.me)
    const input = { params: { id: String(second.contest?.disputeId) }, body: {} }
    await testApp.call(withdrawDispute, input, other.me)
    await testApp.deps.jobs.runDue()
    expect(await testApp.call(protocol.getReview, { params: { id: other.review.id } }, other.me)).toMatchObject({
      status: 'PUBLISHED',
      contest: { status: 'WITHDRAWN' },
      contestableUntil: null,
    })
    expect(await ratingOf(other.me)).toEqual({ average: 3, count: 1 })
  })

  it('hides it by decision also if an operator hid and restored it meanwhile', async () => {
    const { me, review } = await reviewed({ rating: 1 })
    const { contest: opened } = await testApp.call(protocol.contestReview, contest(review.id), me)
    await moderate(marketplaceApi.hideReview, review.id)
    await moderate(marketplaceApi.restoreReview, review.id)
    await later(me, 3 * DAY_MS)
    const decision = { subjectStatus: 'HIDDEN', rationale: 'It is about the work of somebody else.' }
    await testApp.call(decideDispute, { params: { id: String(opened?.disputeId) }, body: decision }, marketplace)
    await later(me, 7 * DAY_MS)
    expect(await testApp.call(protocol.getReview, { params: { id: review.id } }, me)).toMatchObject({
      status: 'HIDDEN',
      contest: { status: 'UPHELD' },
    })
    expect(await ratingOf(me)).toBeNull()
  })

  it('is refused after fourteen days, without a text, and with files of others', async () => {
    const { me, review } = await reviewed()
    const stranger = await createProvider(testApp)
    const file = await testApp.call(
      createUpload,
      { body: { purpose: 'EVIDENCE' }, file: asFile(await picture(40, 30)) },
      stranger,
    )
    const short = await testApp.refusal(protocol.contestReview, contest(review.id, { note: 'No.' }), me)
    expect(short.issues).toMatchObject([{ field: 'note' }])
    const foreign = contest(review.id, { evidenceFileIds: [file.id] })
    expect((await testApp.refusal(protocol.contestReview, foreign, me)).issues).toMatchObject([
      { path: ['evidenceFileIds', 0], code: 'NOT_ALLOWED' },
    ])
    await later(me, 14 * DAY_MS)
    expect(await testApp.refusal(protocol.contestReview, contest(review.id), me)).toMatchObject({
      code: 'REVIEW_CONTEST_CLOSED',
      message: 'A review can be contested once, within 14 days of publication.',
    })
  })
})

describe('an operator', () => {
  it('hides a review, which is not counted, and restores it', async () => {
    const { me, review } = await reviewed({ rating: 1 })
    const { id } = review
    const hidden = await moderate(marketplaceApi.hideReview, id)
    expect(hidden).toMatchObject({ status: 'HIDDEN', hidden: { reason: 'Insults.' } })
    expect(await moderate(marketplaceApi.hideReview, id)).toEqual(hidden)
    expect(await ratingOf(me)).toBeNull()
    expect((await testApp.refusal(marketplaceApi.getMarketplaceReview, { params: { id } }, marketplace)).status).toBe(
      404,
    )
    expect(await listOf(me)).toMatchObject([{ status: 'HIDDEN', hidden: { reason: 'Insults.' }, allowedActions: [] }])
    expect(
      await testApp.refusal(protocol.replyToReview, { params: { id }, body: { text: 'Well.' } }, me),
    ).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    expect(await moderate(marketplaceApi.restoreReview, id)).toMatchObject({ status: 'PUBLISHED', hidden: null })
    expect(await ratingOf(me)).toEqual({ average: 1, count: 1 })
    const trail = await testApp.db.query<{ type: string; actor: string; reason: string }>(sql`
      select type, actor_type as actor, data ->> 'reason' as reason from events
      where subject_id = ${id} and type in ('review.hidden', 'review.restored') order by seq`)
    expect(trail).toEqual([
      { type: 'review.hidden', actor: 'OPERATOR', reason: 'Insults.' },
      { type: 'review.restored', actor: 'OPERATOR', reason: 'Insults.' },
    ])
  })

  it('cannot hide a sealed or unknown review', async () => {
    const { bookingId } = await work()
    const { id } = await write(bookingId)
    const hide = (which: string) =>
      testApp.refusal(marketplaceApi.hideReview, { params: { id: which }, body: { reason: 'Insults.' } }, marketplace)
    expect(await hide(id)).toMatchObject({ code: 'INVALID_TRANSITION' })
    expect((await hide(`rev_${'0'.repeat(26)}`)).status).toBe(404)
  })
})
