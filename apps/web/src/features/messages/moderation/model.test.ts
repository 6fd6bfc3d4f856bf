import type { Member } from '@fettle/protocol/chat/channels/channels'
import { describe, expect, it } from 'vitest'
import { canBlock, closedReasonOf } from './model.ts'

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
