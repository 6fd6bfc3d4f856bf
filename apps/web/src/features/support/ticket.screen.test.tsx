import type { Ticket } from '@fettle/protocol/support/tickets'
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../routing/paths.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { Component } from './ticket.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

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
const payoutTicket = ticketOf('tck_1', 'My payout is late')
const loginTicket = ticketOf('tck_2', 'I cannot log in')
const tickets = [payoutTicket, loginTicket]

replaceExports(apiModule, {
  call: async (_: unknown, { params }: { params: { id: string } }) => tickets.find(({ id }) => id === params.id),
})

const { draw, go, text } = setUpScreen()
const answer = () => [...document.querySelectorAll('textarea')].at(-1) as HTMLTextAreaElement
const rating = () => document.querySelector<HTMLInputElement>('[type=radio]:checked')?.value

const open = async ({ id, subject }: Ticket) => {
  await go(paths.ticket(id))
  await act(() => vi.waitUntil(() => text().includes(subject)))
}

beforeEach(async () => {
  sessionStorage.clear()
  await draw(
    <Routes>
      <Route path="/" />
      <Route path="/support/tickets/:id" element={<Component />} />
    </Routes>,
  )
  await open(loginTicket)
  await open(payoutTicket)
})

it('what is written to one ticket stays with it when another one is opened', async () => {
  await press(document.querySelector<HTMLElement>('[value="2"]') as HTMLElement)
  await type(answer(), 'It was due on Monday.')
  await go(paths.ticket(loginTicket.id))
  expect(text()).toContain(loginTicket.subject)
  expect([answer().value, rating()]).toEqual(['', undefined])
  await go(paths.ticket(payoutTicket.id))
  expect(answer().value).toBe('It was due on Monday.')
})
