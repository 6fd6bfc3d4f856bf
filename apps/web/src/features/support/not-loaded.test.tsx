import { afterEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as apiModule from './api.ts'
import { ContactCard } from './help/contact-card.tsx'
import * as ticketsModule from './tickets/api.ts'
import { Component as TicketScreen } from './ticket.screen.tsx'
import { Component as TicketsScreen } from './tickets.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const queryFn = vi.fn(async () => Promise.reject(new Error('Away')))
replaceExports(ticketsModule, {
  ticketQuery: () => ({ queryKey: ['ticket'], queryFn, retry: false }),
  ticketsQuery: () => ({
    queryKey: ['tickets'],
    queryFn,
    retry: false,
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  }),
})

replaceExports(apiModule, { supportStatusQuery: { queryKey: ['status'], queryFn, retry: false } })

const { draw, button, text } = setUpScreen()
afterEach(() => void queryFn.mockClear())

it.each([
  ['the ticket', <TicketScreen key="" />],
  ['your tickets', <TicketsScreen key="" />],
])('%s that could not be loaded can be tried again', async (what, screen) => {
  await draw(screen)
  await waitFor(() => expect(text()).toContain(`We couldn't load ${what}.`))
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

it('the service status that could not be loaded can be tried again', async () => {
  await draw(<ContactCard />)
  await waitFor(() => expect(text()).toContain("We couldn't load the service status."))
  await press(button('Try again'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})
