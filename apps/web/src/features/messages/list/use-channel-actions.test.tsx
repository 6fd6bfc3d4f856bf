import { act, useEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { toastStore } from '../../../ui/feedback/toast.ts'
import * as chatModule from '../connection/chat.ts'
import { useChannelActions } from './use-channel-actions.ts'

const setChannel = vi.fn()
replaceExports(chatModule, { chat: { setChannel } })

const { draw } = setUpScreen()
let actions: ReturnType<typeof useChannelActions>
function Actions({ take }: { take: (actions: ReturnType<typeof useChannelActions>) => void }) {
  const own = useChannelActions('messaging:a')
  useEffect(() => {
    take(own)
  })
  return null
}
beforeEach(async () => {
  setChannel.mockReset().mockResolvedValue(undefined)
  await draw(<Actions take={(own) => (actions = own)} />)
})

it.each([
  ['pinning', () => actions.pin(true), 'Conversation pinned'],
  ['unpinning', () => actions.pin(false), 'Conversation unpinned'],
  ['archiving', () => actions.archive(true), 'Conversation archived'],
  ['restoring', () => actions.archive(false), 'Conversation restored'],
  ['muting', () => actions.mute('hour'), 'Conversation muted'],
  ['unmuting', () => actions.unmute(), 'Conversation unmuted'],
])('%s is confirmed by a toast', async (_, run, title) => {
  await act(async () => run())
  expect(toasts()).toEqual([['success', title]])
})

it('a conversation that could not be hidden is not said to be hidden', async () => {
  setChannel.mockRejectedValueOnce(new Error('Too many requests.'))
  await act(async () => actions.hide())
  expect(toasts()).toEqual([['error', "Couldn't hide the conversation", 'Too many requests.']])
})

it('archiving can be undone', async () => {
  await act(async () => actions.archive(true))
  await act(async () => toastStore.get()[0]?.action?.run())
  expect(setChannel.mock.calls).toEqual([
    ['messaging:a', { archived: true }],
    ['messaging:a', { archived: false }],
  ])
  expect(toasts()).toContainEqual(['success', 'Conversation restored'])
})
