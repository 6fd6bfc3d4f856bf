import type { MessageView } from '@fettle/chat-client'
import { expect, it, vi } from 'vitest'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { toasts } from '../../../../testing/toasts.ts'
import * as chatModule from '../../connection/chat.ts'
import { RemoveDialog } from './remove-dialog.tsx'

const remove = vi.fn()
replaceExports(chatModule, { chat: { channel: () => ({ remove }) } })

const { draw, text, press } = setUpScreen()
const message = { id: 'm1', cid: 'messaging:a', text: 'Wrong window' } as MessageView
it('shows a refusal in the dialog and as a toast', async () => {
  remove.mockRejectedValueOnce(new Error('Too many requests.'))
  const onClose = vi.fn()
  await draw(<RemoveDialog message={message} onClose={onClose} />)
  await press('Delete')
  expect(text()).toContain('Too many requests.')
  expect(toasts()).toEqual([['error', 'Too many requests.']])
  expect(onClose).not.toHaveBeenCalled()
})

it('confirms a deletion by a toast', async () => {
  remove.mockResolvedValueOnce(undefined)
  const onClose = vi.fn()
  await draw(<RemoveDialog message={message} onClose={onClose} />)
  await press('Delete')
  expect(onClose).toHaveBeenCalledOnce()
  expect(toasts()).toEqual([['success', 'Message deleted']])
})
