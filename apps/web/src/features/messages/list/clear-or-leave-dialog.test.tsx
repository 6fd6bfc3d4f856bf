import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import * as chatModule from '../connection/chat.ts'
import ClearOrLeaveDialog from './clear-or-leave-dialog.tsx'

const chat = { leaveChannel: vi.fn(), truncateChannel: vi.fn() }
replaceExports(chatModule, { chat })

const { draw, text, press } = setUpScreen()
beforeEach(() => act(async () => toast.clear()))

it('shows a refusal in the dialog and as a toast', async () => {
  chat.truncateChannel.mockRejectedValueOnce(new Error('Too many requests.'))
  const onClose = vi.fn()
  await draw(<ClearOrLeaveDialog what="clear" cid="messaging:a" name="Chidi" onClose={onClose} />)
  await press('Clear')
  expect(text()).toContain('Too many requests.')
  expect(toastStore.get().map(({ tone, title }) => [tone, title])).toEqual([['error', 'Too many requests.']])
  expect(onClose).not.toHaveBeenCalled()
})
