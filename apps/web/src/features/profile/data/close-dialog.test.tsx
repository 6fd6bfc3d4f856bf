import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import * as sessionModule from '../../../lib/http/session.ts'
import * as apiModule from './api.ts'
import { CloseDialog } from './close-dialog.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const logOut = vi.fn()
replaceExports(sessionModule, { logOut })
replaceExports(apiModule, { closeOwnAccount: async () => ({ closesAt: '2026-12-28T09:00:00.000Z' }) })

const { draw, button } = setUpScreen()

it('leaves nothing of the account on the device, as logging out does', async () => {
  await draw(<CloseDialog onClose={() => undefined} />)
  await press(button('Close my account'))
  await act(() => vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce()))
})
