import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetchFiles } from './prefetch-files.ts'

const fetched = vi.fn<typeof fetch>()
const fetchedUrls = () => fetched.mock.calls.map(([url]) => url)

beforeEach(() => void vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

it('prefetches files of the next page', async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response('/assets/a.js\n/assets/b.js\n')))
  await prefetchFiles()
  expect(fetchedUrls()).toEqual(['/warm.txt', '/assets/a.js', '/assets/b.js'])
})

it('respects data saving', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await prefetchFiles()
  expect(fetched).not.toHaveBeenCalled()
})

it('ignores failures', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(prefetchFiles()).resolves.toBeUndefined()
})
