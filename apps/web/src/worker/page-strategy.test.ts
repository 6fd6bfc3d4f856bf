import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPageStrategy } from './page-strategy.ts'

class FakeEvent {
  waitUntil = () => undefined
}

const fetched = vi.fn<typeof fetch>()
let answer: (response: Response) => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
  vi.stubGlobal('ExtendableEvent', FakeEvent)
  vi.stubGlobal('FetchEvent', FakeEvent)
  vi.stubGlobal('caches', { match: async () => undefined, open: async () => ({ put: async () => undefined }) })
  vi.stubGlobal('fetch', fetched)
  fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetched.mockReset()
})

async function open(path: string): Promise<string> {
  const strategy = createPageStrategy('pages', async (of) => new Response(`instead of ${of}`))
  const request = new Request(`https://desk.example.com${path}`)
  const response = await strategy.handle({ request, event: new FakeEvent() as never })
  return response.text()
}

it('waits for a slow server where there is neither a cached page nor the app frame to show', async () => {
  const page = open('/login')
  await vi.advanceTimersByTimeAsync(10_000)
  answer(new Response('the form'))
  expect(await page).toBe('the form')
})

it('shows the app frame after four seconds, which loads its data itself', async () => {
  const page = open('/bookings/bkg_1')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await page).toBe('instead of /bookings/:id')
})

it('shows the fallback page at once when the gateway cannot reach the server', async () => {
  const page = open('/login')
  answer(new Response('Bad gateway', { status: 502 }))
  expect(await page).toBe('instead of /login')
})
