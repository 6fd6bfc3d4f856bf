import { expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as apiModule from './api.ts'
import { Component } from './invoice.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const queryFn = vi.fn(async () => Promise.reject(new Error('Away')))
replaceExports(apiModule, { invoiceQuery: () => ({ queryKey: ['invoice'], queryFn, retry: false }) })

const { draw, button, text } = setUpScreen()

it('an invoice that could not be loaded can be tried again', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain("We couldn't load this invoice."))
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})
