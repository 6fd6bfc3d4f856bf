import { describe, expect, it } from 'vitest'
import { isMuted, mutedUntilOf } from './mute.ts'

describe('muting a conversation', () => {
  it('lasts an hour, a working day, or until unmuted', () => {
    const now = new Date('2026-03-02T09:00:00Z')
    expect(mutedUntilOf('hour', now)).toBe('2026-03-02T10:00:00.000Z')
    expect(mutedUntilOf('workday', now)).toBe('2026-03-02T17:00:00.000Z')
    const settings = { version: 1, pinnedAt: null, archivedAt: null, hiddenSince: null }
    const membership = { reading: { version: 1, lastReadSeq: 0, unreadCount: 0 }, settings }
    const later = new Date('2099-01-01T00:00:00Z')
    const muted = (mutedUntil: string | null) => ({ ...membership, settings: { ...settings, mutedUntil } })
    expect(isMuted(muted(mutedUntilOf('always', now)), later)).toBe(true)
    expect(isMuted(muted(mutedUntilOf('hour', now)), later)).toBe(false)
  })
})
