import type { MessageView } from '@fettle/chat-client'
import { act, useEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { toasts } from '../../../../testing/toasts.ts'
import * as chatModule from '../../connection/chat.ts'
import { useMessageActions, type MessageActions } from './use-message-actions.ts'

const store = { pin: vi.fn(), unpin: vi.fn(), hide: vi.fn(), react: vi.fn(), unreact: vi.fn() }
replaceExports(chatModule, { chat: { channel: () => store } })

const { draw } = setUpScreen()
const message = { id: 'm1', cid: 'messaging:a' } as MessageView
let actions: MessageActions
function Actions({ take }: { take: (actions: MessageActions) => void }) {
  const own = useMessageActions('usr_1', {} as Parameters<typeof useMessageActions>[1])
  useEffect(() => {
    take(own)
  })
  return null
}
beforeEach(async () => {
  for (const call of Object.values(store)) call.mockReset().mockResolvedValue(undefined)
  await draw(<Actions take={(own) => (actions = own)} />)
})

it.each([
  ['pinning', () => actions.pin(message, true), 'Message pinned'],
  ['unpinning', () => actions.pin(message, false), 'Message unpinned'],
  ['deleting for oneself', () => actions.hide(message), 'Message deleted'],
])('%s is confirmed by a toast', async (_, run, title) => {
  await act(async () => run())
  expect(toasts()).toEqual([['success', title]])
})

it('a message that could not be pinned is not said to be pinned', async () => {
  store.pin.mockRejectedValueOnce(new Error('Too many requests.'))
  await act(async () => actions.pin(message, true))
  expect(toasts()).toEqual([['error', "Couldn't pin the message", 'Too many requests.']])
})

it('a reaction is taken back by the same emoji, whether or not a keyboard added the variation selector', async () => {
  const heart = { emoji: '\u2764', userIds: ['usr_1'] }
  await act(async () => actions.react({ ...message, reactions: [heart] }, '\u2764\uFE0F'))
  expect([store.react, store.unreact].map(({ mock }) => mock.calls)).toEqual([[], [['m1', '\u2764\uFE0F']]])
})
