import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as httpModule from '../../lib/http/api.ts'
import * as apiModule from './api.ts'
import { Component } from './invoice.screen.tsx'
import { NewInvoice } from './new-invoice.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const queryFn = vi.fn(async () => Promise.reject(new Error('Away')))
replaceExports(apiModule, { invoiceQuery: () => ({ queryKey: ['invoice'], queryFn, retry: false }) })
replaceExports(httpModule, { call: queryFn })

const { draw, button, text } = setUpScreen({ queries: { retry: false } })
beforeEach(() => void queryFn.mockClear())

it('an invoice that could not be loaded can be tried again', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain("We couldn't load this invoice."))
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

it('jobs to invoice that could not be loaded can be tried again', async () => {
  await draw(<NewInvoice onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load your jobs."))
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})
