import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeRegisteredName } from '../auth-state.ts'
import { Welcome } from './welcome.tsx'

const fetched = vi.fn<typeof fetch>()
const says = (health: object) => fetched.mockImplementation(async () => Response.json(health))
let root: Root

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', fetched)
  document.documentElement.lang = 'en'
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = () =>
  act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Welcome />
      </I18nProvider>,
    ),
  )

it('says how much of the demo data is there, until all of it is', async () => {
  says({ status: 'ready', demo: 'filling', demoPercent: 40 })
  await show()
  expect(document.body.textContent).toBe('The demo data is being created: 40%')
  says({ status: 'ready', demo: 'ready', demoPercent: 100 })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(document.body.textContent).toBe('Welcome back.')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('welcomes back where there is no demo, and without a connection', async () => {
  says({ status: 'ready' })
  await show()
  expect(document.body.textContent).toBe('Welcome back.')
  fetched.mockRejectedValue(new TypeError('offline'))
  await show()
  expect(document.body.textContent).toBe('Welcome back.')
})

it('greets somebody who has just registered by name', async () => {
  storeRegisteredName('Grace')
  says({ status: 'ready' })
  await show()
  expect(document.body.textContent).toBe('Welcome, Grace.')
  storeRegisteredName(undefined)
})
