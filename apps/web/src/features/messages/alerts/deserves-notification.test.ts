import { describe, expect, it } from 'vitest'
import { deservesNotification } from './deserves-notification.ts'

describe('desktop notification rules', () => {
  const arrival = {
    message: { kind: 'regular' as const, isMuted: false },
    conversationIsOpen: false,
    isVisible: true,
  }

  it('allow it unless a conversation is open, also in a background tab', () => {
    expect(deservesNotification(arrival)).toBe(true)
    expect(deservesNotification({ ...arrival, conversationIsOpen: true })).toBe(false)
    expect(deservesNotification({ ...arrival, conversationIsOpen: true, isVisible: false })).toBe(false)
  })

  it('allow it behind an open conversation by setting, but not in a visible tab', () => {
    const chosen = { ...arrival, conversationIsOpen: true, behindConversation: true }
    expect(deservesNotification({ ...chosen, isVisible: false })).toBe(true)
    expect(deservesNotification({ ...chosen, isVisible: true })).toBe(false)
  })

  it('exclude muted conversations, except for mentions', () => {
    const message = { ...arrival.message, isMuted: true }
    expect(deservesNotification({ ...arrival, message, me: 'ada' })).toBe(false)
    const mention = { ...message, mentions: ['ada'] }
    expect(deservesNotification({ ...arrival, message: mention, me: 'ada' })).toBe(true)
    expect(deservesNotification({ ...arrival, message: mention, me: 'bola' })).toBe(false)
  })

  it('exclude deleted messages', () => {
    expect(deservesNotification({ ...arrival, message: { ...arrival.message, kind: 'deleted' } })).toBe(false)
  })
})
