import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'

const logOut = vi.hoisted(() => vi.fn())
vi.mock('../../../lib/http/session.ts', () => ({ logOut }))
vi.mock('./api.ts', () => ({ closeOwnAccount: async () => ({ closesAt: '2026-12-28T09:00:00.000Z' }) }))
const { CloseDialog } = await import('./close-dialog.tsx')

const { draw, button } = setUpScreen()

it('leaves nothing of the account on the device, as logging out does', async () => {
  await draw(<CloseDialog onClose={() => undefined} />)
  await press(button('Close my account'))
  await act(() => vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce()))
})
