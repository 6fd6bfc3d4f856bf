import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { reportConnection } from '../lib/http/connection.ts'
import { setUpScreen } from '../testing/screen.tsx'
import { RouteError } from './route-error.tsx'

const { draw, text } = setUpScreen()
const failedImport = new TypeError('Failed to fetch dynamically imported module')

afterEach(() => act(() => reportConnection(true)))

it('blames the connection for a screen that could not be loaded while the server cannot be reached', async () => {
  reportConnection(false)
  await draw(<RouteError error={failedImport} />)
  expect(text()).toContain("We can't reach Fettle")
})

it('tries again by itself once the server can be reached', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  reportConnection(false)
  await draw(<RouteError error={failedImport} />)
  expect(reload).not.toHaveBeenCalled()
  act(() => reportConnection(true))
  expect(reload).toHaveBeenCalledOnce()
})

it('takes the blame while there is a connection', async () => {
  await draw(<RouteError error={failedImport} />)
  expect(text()).toContain("That didn't work")
})
