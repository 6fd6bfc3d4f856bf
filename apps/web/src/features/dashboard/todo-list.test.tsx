import type { Dashboard, Todo } from '@fettle/protocol/workspace/dashboard'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { press, settle, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { toastTitles } from '../../testing/toasts.ts'
import { toastStore } from '../../ui/feedback/toast.ts'
import * as apiModule from '../../lib/http/api.ts'
import { TodoList } from './todo-list.tsx'
import { dashboardQuery } from './api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { isAway: false, until: Promise.resolve(), home: {} }
replaceExports(apiModule, {
  call: async () => {
    await server.until
    if (server.isAway) throw new Error('No connection')
    return server.home
  },
})

const { draw, button, text } = setUpScreen()
afterEach(() => {
  Object.assign(server, { isAway: false, until: Promise.resolve(), home: {} })
})
const todo = {
  id: 'FOLLOW_UP_OFFER:off_1',
  kind: 'FOLLOW_UP_OFFER',
  about: { title: 'New tap', customerName: 'Ada', customerAvatar: null, startAt: null, overlaps: null },
  dueAt: null,
  severity: 'LOW',
  redirect: '/offers/off_1',
  dismissible: true,
} as unknown as Todo

const request = (startAt: string | null, overlaps: string | null = null): Todo => ({
  id: 'RESPOND_REQUEST:bkg_1',
  kind: 'RESPOND_REQUEST',
  about: {
    title: 'Drain',
    customerName: 'Ada',
    customerAvatar: null,
    startAt,
    timeZone: 'Pacific/Kiritimati',
    overlaps,
    visits: null,
    documentType: null,
  },
  dueAt: null,
  severity: 'HIGH',
  redirect: '/bookings/bkg_1',
  dismissible: false,
})

/** Names of the answers a to-do offers. */
async function answersTo(todo: Todo): Promise<string[]> {
  await draw(<TodoList todos={[todo]} range="30d" now={new Date('2026-11-25T12:00:00Z')} />)
  return [...document.querySelectorAll('li > div:nth-child(2) :is(a, button)')].map(({ textContent }) => textContent)
}

it('accepts a request with a time, and answers one without a time by proposing it', async () => {
  expect(await answersTo(request('2026-11-27T09:00:00Z'))).toEqual(['Accept', 'Propose another time'])
  expect(await answersTo(request(null))).toEqual(['Propose a time'])
})

it('opens a request for an offer to answer it with one, and a requested series to answer all its visits', async () => {
  const offer = { ...request(null), id: 'RESPOND_REQUEST:off_1', redirect: '/offers/off_1' }
  expect(await answersTo(offer)).toEqual(['Send an offer'])
  const series = request('2026-11-27T09:00:00Z')
  series.about = { ...series.about, visits: 6 }
  expect(await answersTo(series)).toEqual(['View and reply'])
})

it('proposes another time first for a request that overlaps a job, and names the job', async () => {
  const answers = await answersTo(request('2026-11-27T09:00:00Z', 'Boiler service'))
  expect(answers).toEqual(['Propose another time', 'Accept'])
  expect(document.body.textContent).toContain('Overlaps Boiler service')
})

it('says when a requested job is, in the time zone of its site, before it is accepted', async () => {
  await answersTo(request('2026-11-26T09:00:00Z'))
  expect(document.querySelector('li a')?.textContent).toContain('Today, 11:00')
})

it('says that a to-do is snoozed once it is', async () => {
  await draw(<TodoList todos={[todo]} range="30d" now={new Date('2026-11-25T12:00:00Z')} />)
  const [name = ''] = [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel ?? '')
  expect(name).toMatch(/^Snooze until tomorrow: .*New tap/)
  await press(button(name))
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))
  expect(toastTitles()).toEqual(['Snoozed until tomorrow'])
})

const snoozeButtons = () =>
  [...document.querySelectorAll('button')].filter((each) => each.ariaLabel?.startsWith('Snooze'))

const drawHome = (todos: readonly Todo[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(dashboardQuery('30d').queryKey, { todos } as unknown as Dashboard)
  function Home() {
    const shown = useQuery(dashboardQuery('30d')).data?.todos ?? []
    return <TodoList todos={shown} range="30d" now={new Date('2026-11-25T12:00:00Z')} />
  }
  return draw(
    <QueryClientProvider client={client}>
      <Home />
    </QueryClientProvider>,
  )
}

it('shows a to-do again that could not be snoozed', async () => {
  server.isAway = true
  await drawHome([todo])
  await press(snoozeButtons()[0]!)
  await waitFor(() => expect(toastStore.get()).toMatchObject([{ tone: 'error', title: "Couldn't snooze it" }]))
  await settle()
  expect(text()).toContain('New tap')
})

it('shows all to-dos again that could not be snoozed', async () => {
  const other = { ...todo, id: 'FOLLOW_UP_OFFER:off_2', about: { ...todo.about, title: 'Old pipe' } }
  let answer = () => undefined as void
  Object.assign(server, { isAway: true, until: new Promise<void>((resolve) => (answer = resolve)) })
  await drawHome([todo, other])
  await press(snoozeButtons()[0]!)
  await waitFor(() => expect(snoozeButtons()).toHaveLength(1))
  await press(snoozeButtons()[0]!)
  await waitFor(() => expect(snoozeButtons()).toHaveLength(0))
  answer()
  await settle()
  expect(text()).toContain('New tap')
  expect(text()).toContain('Old pipe')
})

it('moves the focus to the next to-do when one is snoozed', async () => {
  const other = { ...todo, id: 'FOLLOW_UP_OFFER:off_2', redirect: '/offers/off_2' }
  server.home = { todos: [other] }
  await drawHome([todo, other])
  const [snooze] = snoozeButtons()
  snooze!.focus()
  await press(snooze!)
  await settle()
  expect(document.querySelectorAll('li')).toHaveLength(1)
  expect(document.activeElement?.getAttribute('href')).toBe('/offers/off_2')
})

it.each([
  ['the next group', { ...todo, id: 'SEND_INVOICE:inv_1', kind: 'SEND_INVOICE', redirect: '/invoices/inv_1' }],
  ['the previous group', { ...todo, id: 'COMPLETE_JOB:bkg_1', kind: 'COMPLETE_JOB', redirect: '/bookings/bkg_1' }],
  ['the title', undefined],
] as const)('moves the focus to %s when the only to-do of a group is snoozed', async (_, other) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await draw(
    <main id="main">
      <h1 tabIndex={-1}>Home</h1>
      <TodoList todos={other ? [todo, other] : [todo]} range="30d" now={new Date('2026-11-25T12:00:00Z')} />
    </main>,
  )
  const row = document.querySelector('a[href="/offers/off_1"]')?.closest('li')
  const snooze = row?.querySelector('button') as HTMLButtonElement
  snooze.focus()
  await press(snooze)
  expect(document.activeElement).toBe(document.querySelector(other ? `a[href="${other.redirect}"]` : 'h1'))
})
