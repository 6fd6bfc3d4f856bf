import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { ApiError } from '../../lib/http/api-error.ts'
import * as httpModule from '../../lib/http/api.ts'
import * as apiModule from './api.ts'
import { Component } from './invoice.screen.tsx'
import { NewInvoice } from './new-invoice.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const queryFn = vi.fn(
  async (_operation?: unknown, _input?: unknown, _options?: { idempotencyKey?: string }): Promise<unknown> => {
    throw new Error('Away')
  },
)
replaceExports(apiModule, { invoiceQuery: () => ({ queryKey: ['invoice'], queryFn, retry: false }) })
replaceExports(httpModule, { call: queryFn })

const { draw, button, text } = setUpScreen({ queries: { retry: false } })
beforeEach(() => void queryFn.mockClear())

it('an invoice that could not be loaded can be tried again', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain("We couldn't load the invoice."))
  expect(document.querySelector('[role=alert]')?.textContent).toContain("We couldn't load the invoice.")
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

it('an invoice that does not exist says so and leads to the others', async () => {
  queryFn.mockImplementationOnce(() => Promise.reject(new ApiError({ status: 404, code: 'NOT_FOUND', message: '' })))
  await draw(<Component />)
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe("We couldn't find that invoice."))
  expect(button('Try again')).toBeUndefined()
  expect(document.title).toContain('Invoice not found')
  expect(document.querySelector('a')?.textContent).toBe('All invoices')
})

it('jobs to invoice that could not be loaded can be tried again', async () => {
  await draw(<NewInvoice onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load your jobs."))
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

it('invoices a job once, although the answer was lost', async () => {
  const total = { amount: 5_000, currency: 'NGN' }
  const subject = { type: 'BOOKING', id: 'bkg_1' }
  queryFn.mockResolvedValueOnce([{ subject, customer: { name: 'Ngozi' }, title: 'New tap', total, completedAt: null }])
  await draw(<NewInvoice onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain('New tap'))
  await press(button('Create invoice'))
  await press(button('Create invoice'))
  const keys = queryFn.mock.calls.slice(1).map(([, , options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('leads to the bookings when no finished job is waiting for an invoice', async () => {
  queryFn.mockResolvedValueOnce([])
  await draw(<NewInvoice onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain('No finished job is waiting'))
  expect(document.querySelector('dialog a')?.getAttribute('href')).toBe('/bookings')
})
