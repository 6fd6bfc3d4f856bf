import type { Todo } from '@fettle/protocol/workspace/dashboard'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TodoList } from './todo-list.tsx'

const request = (startAt: string | null, overlaps: string | null = null): Todo => ({
  id: 'RESPOND_REQUEST:bkg_1',
  kind: 'RESPOND_REQUEST',
  about: {
    title: 'Drain',
    customerName: 'Ada',
    customerAvatar: null,
    startAt,
    overlaps,
    visits: null,
    documentType: null,
  },
  dueAt: null,
  severity: 'HIGH',
  redirect: '/bookings/bkg_1',
  dismissible: false,
})

let root: Root

/** Names of the answers a to-do offers. */
async function answersTo(todo: Todo): Promise<string[]> {
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <TodoList todos={[todo]} range="30d" now={new Date('2026-11-25T12:00:00Z')} />
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  return [...document.querySelectorAll('li > div:nth-child(2) :is(a, button)')].map(({ textContent }) => textContent)
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('accepts a request with a time, and answers one without a time by proposing it', async () => {
  expect(await answersTo(request('2026-11-27T09:00:00Z'))).toEqual(['Accept', 'Propose another time'])
  expect(await answersTo(request(null))).toEqual(['Propose a time'])
})

it('proposes another time first for a request that overlaps a job, and names the job', async () => {
  const answers = await answersTo(request('2026-11-27T09:00:00Z', 'Boiler service'))
  expect(answers).toEqual(['Propose another time', 'Accept'])
  expect(document.body.textContent).toContain('Overlaps Boiler service')
})

it('says when a requested job is, before it is accepted', async () => {
  await answersTo(request('2026-11-26T09:00:00Z'))
  expect(document.querySelector('li a')?.textContent).toMatch(/Drain.*Tomorrow, \d/)
})
