import type { Member } from '@fettle/protocol/chat/channels/channels'
import { describe, expect, it } from 'vitest'
import { canBlock, closedReasonOf, MAX_NOTE_LENGTH, reportProblem } from './model.ts'

describe('a blocked conversation', () => {
  it('is closed for both, and only the side that blocked it can unblock it', () => {
    expect(closedReasonOf(null, 'ada')).toEqual({ kind: 'open' })
    expect(closedReasonOf({}, 'ada')).toEqual({ kind: 'open' })
    expect(closedReasonOf({ blockedBy: 'ada' }, 'ada')).toEqual({ kind: 'mine' })
    expect(closedReasonOf({ blockedBy: 'chidi' }, 'ada')).toEqual({ kind: 'theirs' })
    expect(closedReasonOf({ blockedBy: 'chidi', alsoBlockedBy: 'ada' }, 'ada')).toEqual({ kind: 'mine' })
    expect(closedReasonOf({ blockedBy: 'chidi' }, undefined)).toEqual({ kind: 'theirs' })
  })

  it('has two members: a group cannot be blocked', () => {
    const members = (count: number) => Array.from({ length: count }, () => ({}) as Member)
    expect([2, 3].map((count) => canBlock({ members: members(count) }))).toEqual([true, false])
  })
})

describe('the form of a report', () => {
  it('needs a reason', () => {
    expect(reportProblem({ reason: '', note: '' })).toBe('reason')
    expect(reportProblem({ reason: 'SPAM', note: '' })).toBeUndefined()
  })

  it('needs a note for the reason "other", up to a thousand characters', () => {
    expect(reportProblem({ reason: 'OTHER', note: '  ' })).toBe('note')
    expect(reportProblem({ reason: 'OTHER', note: 'He calls at night.' })).toBeUndefined()
    expect(reportProblem({ reason: 'ABUSE', note: 'x'.repeat(MAX_NOTE_LENGTH) })).toBeUndefined()
    expect(reportProblem({ reason: 'ABUSE', note: 'x'.repeat(MAX_NOTE_LENGTH + 1) })).toBe('note')
  })
})
