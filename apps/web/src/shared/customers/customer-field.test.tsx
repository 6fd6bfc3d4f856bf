import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { press, settle, setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as customersModule from './customers.ts'
import { CustomerField } from './customer-field.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const ada = { id: 'cus_1', name: 'Ada Obi', avatar: null }
const query = { queryKey: ['customers'] }
const list = vi.fn(async () => [ada])
replaceExports(customersModule, {
  allCustomersQuery: query,
  customersQuery: () => ({ ...query, queryFn: list }),
})

const { draw, button } = setUpScreen({ queries: { retry: false } })
function Form() {
  const [chosen, setChosen] = useState<KnownCustomer>()
  return <CustomerField chosen={chosen} onChoose={setChosen} />
}
const row = () => document.querySelector<HTMLElement>('li button')!

it('keeps the focus when a customer is chosen, and when another is to be', async () => {
  await draw(<Form />)
  expect(document.activeElement).toBe(document.body)
  await waitFor(() => expect(row()).not.toBeNull())
  row().focus()
  await press(row())
  expect(document.activeElement).toBe(button('Change'))
  await press(button('Change'))
  expect(document.activeElement).toBe(document.querySelector('input[type=search]'))
})

it('loads the customers again when asked', async () => {
  list.mockRejectedValueOnce(new Error('Away'))
  await draw(<Form />)
  await settle()
  expect(button('Try again')).toBeDefined()
  await press(button('Try again'))
  await waitFor(() => expect(row()).not.toBeNull())
})

it('keeps the focus when the customer that the address names is loaded', async () => {
  await draw(<CustomerField chosen={undefined} onChoose={() => undefined} />)
  document.querySelector<HTMLElement>('input[type=search]')!.focus()
  await draw(<CustomerField chosen={ada} onChoose={() => undefined} />)
  expect(document.activeElement).toBe(button('Change'))
})

it('leaves the focus where it is when a customer is loaded', async () => {
  await draw(<CustomerField chosen={undefined} onChoose={() => undefined} />)
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  await draw(<CustomerField chosen={ada} onChoose={() => undefined} />)
  expect(document.activeElement).toBe(elsewhere)
})
