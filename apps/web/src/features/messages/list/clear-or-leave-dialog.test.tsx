import { expect, it, vi } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import * as chatModule from '../connection/chat.ts'
import ClearOrLeaveDialog from './clear-or-leave-dialog.tsx'

const chat = { leaveChannel: vi.fn(), truncateChannel: vi.fn() }
replaceExports(chatModule, { chat })

const { draw, text, press } = setUpScreen()
it('shows a refusal in the dialog and as a toast', async () => {
  chat.truncateChannel.mockRejectedValueOnce(new Error('Too many requests.'))
  const onClose = vi.fn()
  await draw(<ClearOrLeaveDialog what="clear" cid="messaging:a" name="Chidi" onClose={onClose} />)
  await press('Clear')
  expect(text()).toContain('Too many requests.')
  expect(toasts()).toEqual([['error', 'Too many requests.']])
  expect(onClose).not.toHaveBeenCalled()
})
