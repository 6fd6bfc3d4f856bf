import type { Message } from '@fettle/protocol/chat/messages/messages'
import { describe, expect, it } from 'vitest'
import { unansweredSince } from './unanswered.ts'

type Said = Parameters<typeof unansweredSince>[0][number]

/** A message by somebody at a minute of the hour. */
const says = (id: string | null, minute: number, kind: Message['kind'] = 'regular'): Said => ({
  kind,
  user: id === null ? null : ({ id } as Said['user']),
  createdAt: `2026-03-02T08:${String(minute).padStart(2, '0')}:00.000Z`,
})

describe('the last author of a conversation', () => {
  it.each<[string, Said[], string | null]>([
    ['has waited since the first unanswered message', [says('me', 0), says('ngozi', 5), says('ngozi', 9)], '08:05'],
    ['has waited also when the provider never wrote', [says('ngozi', 5)], '08:05'],
    ['is answered by a message of the provider', [says('ngozi', 5), says('me', 6)], null],
    ['is not answered by a system message', [says('ngozi', 5), says(null, 6, 'system')], '08:05'],
    ['does not wait after deleting the message', [says('me', 1), says('ngozi', 5, 'deleted')], null],
    ['is none without messages', [], null],
  ])('%s', (_, messages, since) => {
    expect(unansweredSince(messages, 'me')?.toISOString().slice(11, 16) ?? null).toBe(since)
  })
})
