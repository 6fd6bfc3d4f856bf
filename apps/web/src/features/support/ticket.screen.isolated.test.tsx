import type { Ticket } from '@fettle/protocol/support/tickets'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../routing/paths.ts'
import { press, type } from '../../testing/screen.tsx'

const ticketOf = (id: string, subject: string) =>
  ({
    id,
    reference: `SUP-${id}`,
    category: 'ACCOUNT',
    subject,
    priority: 'NORMAL',
    status: 'OPEN',
    firstResponseDueAt: null,
    promiseMissed: false,
    unread: 0,
    createdAt: '2026-11-21T08:00:00Z',
    lastMessageAt: '2026-11-21T08:00:00Z',
    version: 1,
    related: null,
    assignee: null,
    firstRespondedAt: null,
    hold: null,
    silentUntil: null,
    resolvedAt: null,
    closesAt: null,
    csat: null,
    diagnostics: null,
    mergedInto: null,
    followsUp: null,
    messages: [],
    allowedActions: ['message', 'csat'],
  }) as unknown as Ticket
const tickets = [ticketOf('tck_1', 'My payout is late'), ticketOf('tck_2', 'I cannot log in')]

vi.mock('../../lib/http/api.ts', () => ({
  call: async (_: unknown, { params }: { params: { id: string } }) => tickets.find(({ id }) => id === params.id),
}))
const { Component } = await import('./ticket.screen.tsx')

let root: Root
let go: (path: string) => Promise<void>
function Navigation() {
  const navigate = useNavigate()
  useEffect(() => {
    go = (path) => act(async () => navigate(path))
  }, [navigate])
  return null
}
const answer = () => [...document.querySelectorAll('textarea')].at(-1) as HTMLTextAreaElement
const rating = () => document.querySelector<HTMLInputElement>('[name=rating]:checked')?.value

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  sessionStorage.clear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter initialEntries={[paths.ticket('tck_2')]}>
            <Navigation />
            <Routes>
              <Route path="/support/tickets/:id" element={<Component />} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  await act(() => vi.waitUntil(() => document.body.textContent.includes('I cannot log in'), { timeout: 60_000 }))
  await go(paths.ticket('tck_1'))
  await act(() => vi.waitUntil(() => document.body.textContent.includes('My payout is late'), { timeout: 60_000 }))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('what is written to one ticket stays with it when another one is opened', async () => {
  await press(document.querySelector<HTMLElement>('[name=rating][value="2"]') as HTMLElement)
  await type(answer(), 'It was due on Monday.')
  await go(paths.ticket('tck_2'))
  expect(document.body.textContent).toContain('I cannot log in')
  expect([answer().value, rating()]).toEqual(['', undefined])
  await go(paths.ticket('tck_1'))
  expect(answer().value).toBe('It was due on Monday.')
})
