import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeRegisteredName } from '../auth-state.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { Welcome } from './welcome.tsx'

const fetched = vi.fn<typeof fetch>()
const answerHealth = (health: object) => fetched.mockImplementation(async () => Response.json(health))
const { draw } = setUpScreen()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  document.documentElement.lang = 'en'
})
afterEach(() => vi.useRealTimers())

const show = () => draw(<Welcome />)

it('says how much of the demo data is there, until all of it is', async () => {
  answerHealth({ status: 'ready', demo: 'filling', demoPercent: 40 })
  await show()
  expect(document.body.textContent).toBe('The demo data is being created: 40%')
  answerHealth({ status: 'ready', demo: 'ready', demoPercent: 100 })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(document.body.textContent).toBe('Welcome back.')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('welcomes back where there is no demo, and without a connection', async () => {
  answerHealth({ status: 'ready' })
  await show()
  expect(document.body.textContent).toBe('Welcome back.')
  fetched.mockRejectedValue(new TypeError('offline'))
  await show()
  expect(document.body.textContent).toBe('Welcome back.')
})

it('greets somebody who has just registered by name', async () => {
  storeRegisteredName('Grace')
  answerHealth({ status: 'ready' })
  await show()
  expect(document.body.textContent).toBe('Welcome, Grace.')
  storeRegisteredName(undefined)
})
