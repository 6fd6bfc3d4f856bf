import { expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import * as sessionModule from '../../../lib/http/session.ts'
import * as apiModule from './api.ts'
import { CloseDialog } from './close-dialog.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const logOut = vi.fn()
replaceExports(sessionModule, { logOut })
const closeOwnAccount = vi.fn(async () => ({ closesAt: '2026-12-28T09:00:00.000Z' }))
replaceExports(apiModule, { closeOwnAccount })

const { draw, button, text } = setUpScreen()

it('leaves nothing of the account on the device, as logging out does', async () => {
  await draw(<CloseDialog onClose={() => undefined} />)
  await press(button('Close my account'))
  await waitFor(() => expect(logOut).toHaveBeenCalledOnce())
})

it('says in the dialog and by a toast why the account was not closed', async () => {
  closeOwnAccount.mockRejectedValueOnce(new Error('No answer'))
  await draw(<CloseDialog onClose={() => undefined} />)
  await press(button('Close my account'))
  await waitFor(() => expect(text()).toContain("We couldn't close the account."))
  expect(toasts()).toEqual([['error', "We couldn't close the account."]])
})
