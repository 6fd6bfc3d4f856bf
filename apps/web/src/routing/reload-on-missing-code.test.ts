import { afterEach, expect, it, vi } from 'vitest'
import { isGone } from './reload-on-missing-code.ts'

const answered = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', answered)
afterEach(() => answered.mockReset())

const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost:4310/assets/a-1.js')

it('code is missing when the server says so, not after a connection failure', async () => {
  answered.mockResolvedValueOnce(new Response(null, { status: 404 }))
  expect(await isGone(missing)).toBe(true)
  expect(answered.mock.calls[0]?.[0]).toBe('http://localhost:4310/assets/a-1.js')
  answered.mockResolvedValueOnce(new Response('', { status: 200 }))
  expect(await isGone(missing)).toBe(false)
  answered.mockRejectedValueOnce(new TypeError('offline'))
  expect(await isGone(missing)).toBe(false)
})

it('a responding server decides when the browser does not name the file', async () => {
  const unnamed = new TypeError('Importing a module script failed.')
  answered.mockResolvedValueOnce(new Response('', { status: 200 }))
  expect(await isGone(unnamed)).toBe(true)
  answered.mockRejectedValueOnce(new TypeError('offline'))
  expect(await isGone(unnamed)).toBe(false)
})
