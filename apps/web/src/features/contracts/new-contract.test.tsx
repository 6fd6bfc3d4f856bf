import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, settle, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { ApiError } from '../../lib/http/api-error.ts'
import * as apiModule from '../../lib/http/api.ts'
import { NewContract } from './new-contract.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const accepted = vi.fn<() => Promise<unknown[]>>()
const templates = vi.fn(async (): Promise<unknown[]> => [])
const create = vi.fn<(options?: { idempotencyKey?: string }) => Promise<unknown>>()
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, _: unknown, options?: { idempotencyKey?: string }) => {
    if (name === 'contracts.create') return create(options)
    return name === 'offers.list' ? accepted() : templates()
  },
})

const { draw, field, button, text } = setUpScreen({ queries: { retry: false } })
const open = () => draw(<NewContract onClose={() => undefined} />)
const search = () => document.querySelector('input[type=search]')

it('asks for a customer only once it knows that no offer was accepted', async () => {
  let answer: (offers: unknown[]) => void = () => undefined
  accepted.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await open()
  expect(search()).toBeNull()
  const offer = { id: 'off_1', title: 'New kitchen', reference: 'OF-1', customer: { name: 'Ngozi Eze' }, total: null }
  await act(async () => answer([offer]))
  await waitFor(() => expect(field('Accepted offer')).toBeDefined())
  expect(search()).toBeNull()
})

it('leads to the customers when none is chosen', async () => {
  accepted.mockResolvedValueOnce([])
  await open()
  await waitFor(() => expect(search()).not.toBeNull())
  await press(button('Create contract'))
  expect(text()).toContain('Choose a customer.')
  expect(document.activeElement).toBe(search())
})

it('creates a contract once, although the answer was lost', async () => {
  accepted.mockResolvedValueOnce([])
  create.mockRejectedValue(new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' }))
  await draw(<NewContract customerId="cus_1" onClose={() => undefined} />)
  await settle()
  await press(button('Create contract'))
  await settle()
  await press(button('Create contract'))
  const keys = create.mock.calls.map(([options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('loads the accepted offers again when asked', async () => {
  accepted.mockRejectedValueOnce(new Error('Away'))
  await open()
  await settle()
  expect(text()).toContain("We couldn't load the offers.")
  accepted.mockResolvedValueOnce([
    { id: 'off_1', title: 'New kitchen', reference: 'OF-1', customer: { name: 'Ngozi Eze' }, total: null },
  ])
  await press(button('Try again'))
  await waitFor(() => expect(field('Accepted offer')).toBeDefined())
})

it('says that the templates could not be loaded, and loads them again', async () => {
  accepted.mockResolvedValueOnce([])
  templates.mockRejectedValueOnce(new Error('Away'))
  await open()
  await waitFor(() => expect(text()).toContain("We couldn't load the templates."))
  templates.mockResolvedValueOnce([{ id: 'tpl_1', name: 'Bathroom' }])
  await press(button('Try again'))
  await waitFor(() => expect(field('Template')?.textContent).toContain('Bathroom'))
})
