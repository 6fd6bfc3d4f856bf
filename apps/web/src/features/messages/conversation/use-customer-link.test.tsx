import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import * as apiModule from '../api.ts'
import { useCustomerLink } from './use-customer-link.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

const openChannelWith = vi.fn()
replaceExports(apiModule, { openChannelWith })

function Messages() {
  useCustomerLink('cus_1')
  return null
}

let root: Root
let answer: { resolve: (opened: { channel: { id: string } }) => void; reject: (error: Error) => void }

/** Presses "Message" on a booking. */
async function press() {
  const router = createMemoryRouter(
    [
      { path: '/bookings/:id', element: null },
      { path: '/messages', element: <Messages /> },
    ],
    { initialEntries: ['/bookings/bkg_1'] },
  )
  await act(async () => root.render(<RouterProvider router={router} />))
  await act(async () => router.navigate('/messages?customer=cus_1'))
  return router
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  openChannelWith.mockImplementation(() => new Promise((resolve, reject) => (answer = { resolve, reject })))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  act(() => root.unmount())
  toast.clear()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

describe('a link to the conversation with a customer', () => {
  it('opens it', async () => {
    const router = await press()
    await act(async () => answer.resolve({ channel: { id: 'a' } }))
    expect(router.state.location.search).toBe('?channel=a')
  })

  it.each([
    ['opened', () => answer.resolve({ channel: { id: 'a' } })],
    ['refused', () => answer.reject(new Error('No.'))],
  ])('leaves the page alone to which one went back before it was %s', async (_, finish) => {
    const router = await press()
    await act(async () => router.navigate(-1))
    await act(async () => finish())
    expect(router.state.location.pathname).toBe('/bookings/bkg_1')
    expect(toastStore.get()).toEqual([])
  })
})
