import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays, instantAt, wallTime } from '../../../lib/format/wall-time.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'

const call = vi.hoisted(() => vi.fn<(operation: { name: string }, input: object) => Promise<unknown>>())
vi.mock('../../../lib/http/api.ts', () => ({ call }))
vi.mock('../../../shared/profile/profile.ts', () => ({ useProfile: () => ({ country: 'NG' }) }))
const { NewBooking } = await import('./new-booking.tsx')

let root: Root
const tomorrow = addDays(wallTime(new Date(), ownTimeZone()).day, 1)
const at = (time: string) => instantAt(tomorrow, time, ownTimeZone()).toISOString()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  // jsdom's dialogs do not open.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close: () => undefined,
  })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Times whose slot the new form has asked about, in order. */
const askedTimes = () =>
  call.mock.calls
    .filter(([{ name }]) => name === 'availability.check')
    .map(([, input]) => (input as { query: { startAt: string } }).query.startAt)

it('proposes the next free time when tomorrow morning is taken', async () => {
  call.mockImplementation(async ({ name }, input) => {
    if (name !== 'availability.check') return []
    const isTaken = (input as { query: { startAt: string } }).query.startAt === at('09:00')
    const job = { kind: 'BOOKING', id: 'bkg_1', title: 'Drain', customerName: null, bookingId: 'bkg_1' }
    return {
      conflicts: isTaken ? [{ ...job, startAt: at('08:30'), endAt: at('10:30') }] : [],
      warnings: [],
      suggestions: isTaken ? [{ startAt: at('11:00'), endAt: at('13:00') }] : [],
    }
  })
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <NewBooking onClose={() => undefined} />
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  await act(async () => {
    await vi.waitFor(() => expect(askedTimes()).toEqual([at('09:00'), at('11:00')]))
  })
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(document.body.textContent).toContain("You're free")
})
