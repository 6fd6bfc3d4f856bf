import type { CustomerDetails } from '@fettle/protocol/workspace/customers'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'

vi.mock('../../lib/http/api.ts', () => ({
  call: async () => [],
  callWithMeta: async () => ({ data: [], meta: { nextCursor: null } }),
}))
const { History } = await import('./history.tsx')

const { draw, button } = setUpScreen()

it('keeps the chosen kind for who comes back from a record', async () => {
  const customer = { id: 'cus_1' } as unknown as CustomerDetails
  await draw(<History customer={customer} />)
  await press(button('Invoices'))
  await draw('A record')
  await draw(<History customer={customer} />)
  expect(button('Invoices').ariaPressed).toBe('true')
})
