import type { Faq } from '@fettle/protocol/support/support'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../../routing/paths.ts'
import { newTicketPath } from '../../routing/new-ticket-path.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import type { PersistedQuery } from '../../lib/offline/persist-queries.ts'
import { persistQueries, restoreQueries } from '../../lib/offline/persist-queries.ts'
import { reportConnection } from '../../lib/http/connection.ts'
import { createQueryClient } from '../../lib/http/query.ts'
import * as apiModule from '../../lib/http/api.ts'
import { Component as Help } from './support.screen.tsx'
import { Component as Article } from './article.screen.tsx'
import { Component as Tickets } from './tickets.screen.tsx'
import { Component as NewTicket } from './new-ticket.screen.tsx'
import { offlineFeature as deviceWork } from './offline-feature.ts'
import { allFaqsQuery } from './api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

const api = { answer: (_name: string): unknown => undefined, calls: [] as string[] }
const ask = async (operation: { name: string }) => {
  api.calls.push(operation.name)
  return api.answer(operation.name)
}
replaceExports(apiModule, {
  call: ask,
  callWithMeta: async (operation: { name: string }) => ({ data: await ask(operation), meta: { nextCursor: null } }),
})

const article = (slug: string, title: string, bodyMarkdown: string): Faq => ({
  slug,
  locale: 'en',
  title,
  category: 'PAYOUTS',
  bodyMarkdown,
  updatedAt: '2026-03-02T11:00:00.000Z',
  helpfulYes: 0,
  helpfulNo: 0,
  myVote: null,
})
const articles = [
  article('get-paid-out', 'How do I get paid out?', 'Press **Request payout**.'),
  article('fees', 'Which fees are there?', 'The platform fee.'),
]

let root: Root
let client: QueryClient
const store = new Map<string, PersistedQuery>()
const kept = () => ({
  client,
  store: {
    all: async () => [...store.values()],
    put: async (read: PersistedQuery) => void store.set(read.id, read),
    remove: async (id: string) => void store.delete(id),
    clear: async () => store.clear(),
  },
  user: 'usr_1',
  nouns: deviceWork.nouns,
  now: Date.now,
})
const text = () => document.body.textContent
/** Waits until the condition holds, each check within `act`. */
async function until(isSo: () => boolean): Promise<void> {
  for (let look = 0; !isSo() && look < 500; look += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
}
async function expectText(words: string): Promise<void> {
  await until(() => text()?.includes(words) ?? false)
  expect(text()).toContain(words)
}
const fill = (input: HTMLInputElement | HTMLTextAreaElement | null, value: string) =>
  act(async () => {
    if (!input) throw new Error('Found no such field')
    const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

async function open(path: string) {
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <MemoryRouter key={path} initialEntries={[path]}>
            <Routes>
              <Route path="/support" element={<Help />} />
              <Route path="/support/help/:slug" element={<Article />} />
              <Route path="/support/tickets" element={<Tickets />} />
              <Route path="/support/tickets/new" element={<NewTicket />} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // An earlier visit, online: the data is stored.
  client = createQueryClient()
  api.answer = (name) => (name === 'faqs.list' ? articles : undefined)
  const stop = persistQueries(kept())
  await client.fetchQuery(allFaqsQuery)
  await vi.waitFor(() => expect(store.size).toBe(1), { timeout: 60_000 })
  stop()
  // This visit, offline.
  reportConnection(false)
  api.calls = []
  api.answer = () => {
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'No connection' })
  }
  client = createQueryClient()
  await restoreQueries(kept())
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app') ?? document.body)
})
afterEach(() => {
  act(() => root.unmount())
  store.clear()
  vi.unstubAllGlobals()
})

describe('support offline', () => {
  it('shows and searches articles of an earlier visit', async () => {
    await open(paths.support)
    await expectText('How do I get paid out?')
    expect(text()).toContain("You're offline. The articles are saved on this device.")
    await expectText("You're offline. You can read articles, but not contact us.")
    await fill(document.querySelector('input[type=search]'), 'fee')
    await expectText('Results')
    expect(text()).toContain('Which fees are there?')
    expect(text()).not.toContain('How do I get paid out?')
    expect(api.calls).not.toContain('faqs.get')
  })

  it('shows what is typed at once', async () => {
    await open(paths.support)
    await expectText('How do I get paid out?')
    const input = document.querySelector<HTMLInputElement>('input[type=search]')!
    let shown = ''
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'fee')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      shown = input.value
    })
    expect(shown).toBe('fee')
    await expectText('Results')
  })

  it('opens an article, which can be rated when online', async () => {
    await open(paths.article('get-paid-out'))
    await expectText('Request payout')
    expect(text()).toContain('Which fees are there?')
    const buttons = [...document.querySelectorAll('button')]
    expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true])
  })

  it('says that tickets need a connection', async () => {
    await open(paths.tickets)
    await expectText('You need a connection to see tickets. You can read help articles offline.')
    expect(document.querySelector('[role=alert]')?.textContent).toContain("We couldn't load your tickets.")
  })

  it('keeps the input of a ticket without sending it', async () => {
    await open(newTicketPath({ category: 'TECHNICAL' }))
    await expectText('You need a connection to send. Your text stays here until then.')
    await fill(document.querySelector('textarea'), 'The diary shows yesterday.')
    await fill(document.querySelector('input[type=text]'), 'Which fees are there')
    await expectText('Did one of these help?')
    const send = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send to support')
    expect(send?.disabled).toBe(true)
    await act(async () => root.unmount())
    root = createRoot(document.getElementById('app') ?? document.body)
    await open(newTicketPath({ category: 'TECHNICAL' }))
    expect(document.querySelector('textarea')?.value).toBe('The diary shows yesterday.')
    expect(api.calls).not.toContain('tickets.create')
  })
})
