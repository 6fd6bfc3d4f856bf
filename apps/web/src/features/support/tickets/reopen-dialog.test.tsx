import type { Ticket } from '@fettle/protocol/support/tickets'
import { expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { settle, setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { ReopenDialog } from './reopen-dialog.tsx'

const ticket = { id: 'tck_1', version: 1 } as Ticket
const call = vi.fn(async () => ticket)
replaceExports(apiModule, { call })

const { draw, press } = setUpScreen()

it('says that the ticket was reopened', async () => {
  await draw(<ReopenDialog ticket={ticket} onClose={vi.fn()} />)
  await press('Reopen ticket')
  await settle()
  expect(toasts()).toEqual([['success', 'Ticket reopened']])
})

it('shows no success when it is refused', async () => {
  call.mockRejectedValueOnce(new Error('Refused'))
  await draw(<ReopenDialog ticket={ticket} onClose={vi.fn()} />)
  await press('Reopen ticket')
  await settle()
  expect(toasts()).toEqual([])
})
