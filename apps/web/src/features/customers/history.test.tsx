import type { CustomerDetails } from '@fettle/protocol/workspace/customers'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { History } from './history.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

replaceExports(apiModule, {
  call: async () => [],
  callWithMeta: async () => ({ data: [], meta: { nextCursor: null } }),
})

const { draw, button } = setUpScreen()

it('keeps the chosen kind when the user comes back from a record', async () => {
  const customer = { id: 'cus_1' } as unknown as CustomerDetails
  await draw(<History customer={customer} />)
  await press(button('Invoices'))
  await draw('A record')
  await draw(<History customer={customer} />)
  expect(button('Invoices').ariaPressed).toBe('true')
})
