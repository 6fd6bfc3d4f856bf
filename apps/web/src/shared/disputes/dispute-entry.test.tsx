import { act } from 'react'
import { expect, it } from 'vitest'
import { reportConnection } from '../../lib/http/connection.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { DisputeEntry } from './dispute-entry.tsx'

const { draw, button } = setUpScreen()

it('lets a problem be reported only while the server can be reached, whatever the network', async () => {
  await draw(<DisputeEntry subject={{ type: 'BOOKING', id: 'bkg_1' }} mayOpen disputeId={null} />)
  expect(button('Report a problem').disabled).toBe(false)
  await act(async () => reportConnection(false))
  expect(button('Report a problem').disabled).toBe(true)
  await act(async () => reportConnection(true))
  expect(button('Report a problem').disabled).toBe(false)
})
