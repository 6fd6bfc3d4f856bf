import type { Message } from '@fettle/protocol/chat/messages/messages'
import { expect, it } from 'vitest'
import { optimisticReact, optimisticUnreact } from './optimistic.ts'

it('an emoji with and without the variation selector is one reaction', () => {
  const heart = { emoji: '\u2764', userIds: ['ada'] }
  const message = { reactions: [heart] } as unknown as Message
  expect(optimisticReact('\u2764\uFE0F', 'ada')(message)?.reactions).toEqual([heart])
  expect(optimisticReact('\u2764\uFE0F', 'bola')(message)?.reactions).toEqual([{ ...heart, userIds: ['ada', 'bola'] }])
  expect(optimisticUnreact('\u2764\uFE0F', 'ada')(message)?.reactions).toBeUndefined()
})
