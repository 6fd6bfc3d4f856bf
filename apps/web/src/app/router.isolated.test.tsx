import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/http/query.ts'
import { readKey, writeKey } from '../lib/browser/storage.ts'
import { toastTitles } from '../testing/toasts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { AppRouter, openFirstRoute } from './router.tsx'

const fetched = vi.fn<typeof fetch>()
let root: Root

const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const profile = (isOnboarded: boolean) =>
  answer({
    success: true,
    status: 200,
    message: '',
    data: { firstName: 'Ada', lastName: 'Obi', email: 'ada@fettle.test', isOnboarded, onboardingStep: 'PERSONAL_INFO' },
  })

async function start(path: string) {
  window.history.replaceState(null, '', path)
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const first = await openFirstRoute(client)
  root.render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AppRouter client={client} first={first} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** Waits for a screen to load. Uses the test's own time limit, because a busy machine is slow. */
const shows = (heading: string) =>
  vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(heading), { timeout: 50_000 })
const follow = (name: string) =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.click()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  // Wide enough for the side navigation, too narrow for tables.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(min-width: 48rem)',
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  vi.stubEnv('DEV', false)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  root.unmount()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  fetched.mockReset()
})

it('shows the screen of the first address at once, and the next one on a click', async () => {
  writeKey('token', 't')
  // Requests of the screens themselves are still in flight.
  const ofProfile = ([url]: unknown[]) => String(url).includes('/v2/profile')
  fetched.mockImplementation((url) =>
    ofProfile([url]) ? Promise.resolve(profile(true)) : new Promise(() => undefined),
  )
  await start('/offers')
  await shows('Offers')
  follow('Contracts')
  await shows('Contracts')
  expect(location.pathname).toBe('/contracts')
  expect(fetched.mock.calls.filter(ofProfile)).toHaveLength(1)
})

it.each(['/offers/1/2', '/Offers'])(
  'shows the not-found page with navigation at the unknown address %s',
  async (path) => {
    writeKey('token', 't')
    fetched.mockImplementation(() => Promise.resolve(profile(true)))
    await start(path)
    await shows("We can't find that page")
    expect(document.querySelector('nav')).not.toBeNull()
  },
)

it('shows a toast when the profile cannot be loaded', async () => {
  writeKey('token', 't')
  fetched.mockImplementation(() => Promise.resolve(answer({ success: false, status: 500, message: 'No.' }, 500)))
  await start('/offers')
  await shows("That didn't work")
  await vi.waitFor(() => expect(toastTitles()).toEqual(['Failed to fetch profile']), {
    timeout: 60_000,
  })
  toast.clear()
})

it('shows an error page and keeps the session when the server cannot be reached', async () => {
  writeKey('token', 't')
  fetched.mockRejectedValue(new TypeError('offline'))
  await start('/offers')
  await shows("We can't reach Fettle")
  expect(readKey('token')).toBe('t')
})
