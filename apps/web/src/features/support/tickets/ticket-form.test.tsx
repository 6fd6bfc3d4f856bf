import { act } from 'react'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { reportConnection } from '../../../lib/http/connection.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { TicketForm } from './ticket-form.tsx'

replaceExports(apiModule, { call: async () => [] })

const { draw, button, field, text } = setUpScreen({ queries: { retry: false } })

it('takes back what it said about a field once the field is right', async () => {
  await draw(<TicketForm category="PAYMENT_PAYOUT" about={null} followsUp={null} />)
  await act(async () => reportConnection(true))
  await press(button('Send to support'))
  expect(text()).toContain('Describe it in 5 to 120 characters.')
  expect(text()).toContain('Describe what happened.')
  await type(field('In one sentence, what is it about?'), 'Paid twice')
  expect(text()).not.toContain('Describe it in 5 to 120 characters.')
  expect(text()).toContain('Describe what happened.')
})
