import { unreachableStates } from '@fettle/protocol'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { reviewFlow, type ReviewTransitionName } from '@fettle/protocol/reviews'
import { reviewLimits } from '@fettle/protocol/reviews/constants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import * as rules from './review.rules.ts'
import type { ReviewRecord, RateableWork } from './review.rules.ts'

const now = new Date('2026-03-20T12:00:00.000Z')
const ago = (milliseconds: number) => new Date(+now - milliseconds)

const work = (overrides: Partial<RateableWork> = {}): RateableWork => ({
  type: 'BOOKING',
  id: 'bkg_1',
  reference: 'BK-2026-000001',
  title: 'Fix the tap',
  providerId: 'usr_1',
  customerId: 'cus_1',
  customerName: 'Chidi Okafor',
  ended: { at: ago(DAY_MS), missedBy: null, isContested: false },
  disputes: [],
  isDisputed: false,
  ...overrides,
})
const missed = (missedBy: 'PROVIDER' | 'CUSTOMER' | 'NEUTRAL', isContested = false) =>
  work({ ended: { at: ago(DAY_MS), missedBy, isContested } })

const published: ReviewRecord = {
  id: 'rev_1',
  providerId: 'usr_1',
  customerId: 'cus_1',
  customerName: 'Chidi Okafor',
  customerAvatar: null,
  workType: 'BOOKING',
  workId: 'bkg_1',
  workReference: 'BK-2026-000001',
  workTitle: 'Fix the tap',
  closesAt: ago(-13 * DAY_MS),
  status: 'PUBLISHED',
  rating: 2,
  aspects: { quality: null, punctuality: null, communication: null, value: null },
  comment: 'Late.',
  photoFileIds: [],
  createdAt: ago(DAY_MS),
  publishedAt: ago(DAY_MS),
  reply: null,
  repliedAt: null,
  contest: null,
  hidden: null,
  version: 1,
  updatedAt: ago(DAY_MS),
}
const contest = { reasonCode: 'WRONG_FACTS' as const, note: 'I was there at nine.', evidenceFileIds: [] }
const codeOf = (act: () => unknown) => {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
const nothing = { hasReview: false, hasRating: false, ask: null }

describe('the review period', () => {
  const day = (n: number) => new Date(+ago(0) + n * DAY_MS)
  const completion = { at: day(0), missedBy: null, isContested: false }
  const closing = (...disputes: [number, number][]) =>
    rules.closesAt({
      ended: completion,
      disputes: disputes.map(([openedAt, endedAt]) => ({ openedAt: day(openedAt), endedAt: day(endedAt) })),
    })

  it.each<[string, [number, number][], number]>([
    ['14 after it', [], 14],
    ['14 after a dispute that began in them', [[13, 44]], 58],
    ['not shortened by a short dispute', [[0, 0]], 14],
    ['not restarted by a later dispute', [[15, 20]], 14],
    [
      'restarted by a dispute within a restarted period',
      [
        [10, 20],
        [30, 40],
      ],
      54,
    ],
    [
      'not restarted by a dispute after its end',
      [
        [10, 20],
        [34, 50],
      ],
      34,
    ],
    ['14 after the end of work that was disputed before', [[-5, 0]], 14],
  ])('is %s', (_, disputes, until) => expect(closing(...disputes)).toEqual(day(until)))

  it('starts when the work is over', () => {
    expect(rules.closesAt({ ended: null, disputes: [] })).toBeNull()
  })
})

describe('rating', () => {
  it('that is refused as late names the last day where the provider is', () => {
    const ended = { at: new Date('2026-02-01T23:30:00Z'), missedBy: null, isContested: false }
    const late = new Date('2026-03-01T00:00:00Z')
    expect(() => rules.assertMayRate(work({ ended }), 'CUSTOMER', late, 'Africa/Lagos')).toThrow(
      'Reviews of this work closed on 16 February 2026.',
    )
  })

  it.each([
    ['done', work(), null, null],
    ['not over', work({ ended: null }), 'NOT_REVIEWABLE', 'NOT_REVIEWABLE'],
    ['missed by the provider', missed('PROVIDER'), null, 'NOT_REVIEWABLE'],
    ['missed by the customer', missed('CUSTOMER'), 'NOT_REVIEWABLE', null],
    ["nobody's fault", missed('NEUTRAL'), 'NOT_REVIEWABLE', 'NOT_REVIEWABLE'],
    ['contested', missed('PROVIDER', true), 'NOT_REVIEWABLE', 'NOT_REVIEWABLE'],
    [
      'over for fourteen days',
      work({ ended: { at: ago(14 * DAY_MS), missedBy: null, isContested: false } }),
      'REVIEW_CLOSED',
      'REVIEW_CLOSED',
    ],
  ])('of %s work', (_, of, customer, provider) => {
    expect(codeOf(() => rules.assertMayRate(of, 'CUSTOMER', now))).toBe(customer)
    expect(codeOf(() => rules.assertMayRate(of, 'PROVIDER', now))).toBe(provider)
  })

  it('follows what the provider is shown', () => {
    expect(rules.workActions(work(), nothing, now)).toEqual(['rate-customer', 'ask-review'])
    expect(rules.workActions(work(), { ...nothing, hasReview: true }, now)).toEqual(['rate-customer'])
    expect(rules.workActions(work(), { ...nothing, hasRating: true }, now)).toEqual(['ask-review'])
    expect(rules.workActions(missed('CUSTOMER'), nothing, now)).toEqual(['rate-customer'])
    expect(rules.workActions(work({ ended: null }), nothing, now)).toEqual([])
  })
})

describe('asking for a review', () => {
  const askedBefore = (times: number, hours: number) => ({ ...nothing, ask: { times, lastAt: ago(hours * HOUR_MS) } })
  it('is possible once, and again three days later', () => {
    expect(codeOf(() => rules.assertMayAsk(work(), nothing, now))).toBeNull()
    expect(codeOf(() => rules.assertMayAsk(work(), askedBefore(1, 71), now))).toBe('REMINDER_TOO_SOON')
    expect(codeOf(() => rules.assertMayAsk(work(), askedBefore(1, 72), now))).toBeNull()
    expect(codeOf(() => rules.assertMayAsk(work(), askedBefore(2, 200), now))).toBe('REVIEW_ASKED')
    expect(codeOf(() => rules.assertMayAsk(work(), { ...nothing, hasReview: true }, now))).toBe('REVIEW_EXISTS')
    expect(codeOf(() => rules.assertMayAsk(missed('PROVIDER'), nothing, now))).toBe('NOT_REVIEWABLE')
  })
})

describe('a review', () => {
  it('reaches every state, by its table only', () => {
    expect(unreachableStates(reviewFlow)).toEqual([])
    for (const status of reviewFlow.states) {
      for (const action of Object.keys(reviewFlow.transitions) as ReviewTransitionName[]) {
        const { from, by, to } = reviewFlow.transitions[action]
        for (const role of ['PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM'] as const) {
          const isThere = (from as readonly string[]).includes(status) && (by as readonly string[]).includes(role)
          const outcome = codeOf(() => {
            const after = rules.transition({ ...published, status }, action, role, now)
            expect(after).toMatchObject({ status: to, version: 2 })
          })
          expect([status, action, role, outcome]).toEqual([status, action, role, isThere ? null : 'INVALID_TRANSITION'])
        }
      }
    }
  })

  it('has one reply, editable for 48 hours', () => {
    const answered = rules.reply(published, 'Sorry.', now)
    expect(answered).toMatchObject({ reply: 'Sorry.', repliedAt: now })
    const at = (hours: number) => new Date(+now + hours * HOUR_MS)
    expect(rules.reply(answered, 'Sorry for that.', at(47))).toMatchObject({ reply: 'Sorry for that.', repliedAt: now })
    expect(codeOf(() => rules.reply(answered, 'Well.', at(48)))).toBe('REPLY_CLOSED')
    expect(rules.allowedActions(answered, at(1))).toEqual(['edit-reply', 'contest'])
    expect(rules.allowedActions(answered, at(48))).toEqual(['contest'])
    expect(codeOf(() => rules.reply({ ...published, status: 'HIDDEN' }, 'Well.', now))).toBe('INVALID_TRANSITION')
  })

  it('can be contested once within fourteen days of publication', () => {
    expect(codeOf(() => rules.contest({ ...published, publishedAt: ago(14 * DAY_MS) }, contest, now))).toBe(
      'REVIEW_CONTEST_CLOSED',
    )
    const contested = rules.contest(published, contest, now)
    expect(contested).toMatchObject({ status: 'UNDER_REVIEW', contest: { status: 'OPEN', disputeId: null } })
    expect(codeOf(() => rules.contest(contested, contest, now))).toBe('INVALID_TRANSITION')
    const kept = rules.applyDisputeOutcome(contested, 'REJECTED', 'It is true.', now)
    expect(kept).toMatchObject({ status: 'PUBLISHED', contest: { status: 'REJECTED' } })
    expect(codeOf(() => rules.contest(kept, contest, now))).toBe('REVIEW_CONTEST_CLOSED')
    expect(rules.applyDisputeOutcome(contested, 'WITHDRAWN', '', now)).toMatchObject({ status: 'PUBLISHED' })
    expect(rules.applyDisputeOutcome(contested, 'UPHELD', 'Not yours.', now)).toMatchObject({
      status: 'HIDDEN',
      hidden: { reason: 'Not yours.' },
    })
    expect(rules.applyDisputeOutcome(kept, 'UPHELD', '', now)).toBe(kept)
  })

  it('hidden by an operator stays hidden, however its contest ends', () => {
    const down = rules.hide(rules.contest(published, contest, now), { reason: 'Insults.', by: 'Ops' }, now)
    for (const outcome of ['UPHELD', 'REJECTED', 'WITHDRAWN'] as const) {
      expect(rules.applyDisputeOutcome(down, outcome, 'x', now)).toMatchObject({
        status: 'HIDDEN',
        hidden: { reason: 'Insults.' },
      })
    }
  })

  it('takes five photos for two days', () => {
    const full = {
      ...published,
      photoFileIds: Array.from({ length: reviewLimits.photos }, (_, index) => `fil_${index}`),
    }
    expect(codeOf(() => rules.assertRoomForPhoto(full, now, 'UTC'))).toBe('REVIEW_PHOTO_LIMIT')
    expect(codeOf(() => rules.assertRoomForPhoto(published, now, 'UTC'))).toBeNull()
    expect(codeOf(() => rules.assertRoomForPhoto({ ...published, createdAt: ago(2 * DAY_MS) }, now, 'UTC'))).toBe(
      'REVIEW_CLOSED',
    )
    expect(codeOf(() => rules.assertRoomForPhoto({ ...published, status: 'HIDDEN' }, now, 'UTC'))).toBe('REVIEW_CLOSED')
  })

  it('lists exactly the actions that succeed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...reviewFlow.states),
        fc.integer({ min: 0, max: 20 * 24 }),
        fc.option(fc.integer({ min: 0, max: 72 }), { nil: null }),
        fc.boolean(),
        (status, hours, repliedHours, wasContested) => {
          const review: ReviewRecord = {
            ...published,
            status,
            publishedAt: ago(hours * HOUR_MS),
            reply: repliedHours === null ? null : 'Sorry.',
            repliedAt: repliedHours === null ? null : ago(repliedHours * HOUR_MS),
            contest: wasContested ? { ...contest, at: now.toISOString(), status: 'REJECTED', disputeId: null } : null,
          }
          const allowed = rules.allowedActions(review, now)
          const mayWrite = codeOf(() => rules.reply(review, 'Thanks.', now)) === null
          expect(allowed.includes('reply') || allowed.includes('edit-reply')).toBe(mayWrite)
          expect(allowed.includes('contest')).toBe(codeOf(() => rules.contest(review, contest, now)) === null)
        },
      ),
    )
  })
})

describe('a sealed review', () => {
  it.each([
    ['publish', work()],
    ['publish', missed('PROVIDER')],
    ['wait', missed('PROVIDER', true)],
    ['wait', work({ ended: null, isDisputed: true })],
    ['drop', missed('CUSTOMER')],
    ['drop', missed('NEUTRAL')],
    ['drop', work({ ended: null })],
  ] as const)('becomes %s after the deadline', (outcome, of) => {
    expect(rules.sealOutcome(of)).toBe(outcome)
  })
})
