import type { CustomerDetails } from '@fettle/protocol/workspace/customers'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import { History } from './history.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const none = { data: [] as unknown[], meta: { nextCursor: null as string | null } }
const list = vi.fn(async () => none)
replaceExports(apiModule, { call: async () => [], callWithMeta: list })

const { draw, button, text } = setUpScreen({ queries: { retry: false } })

it('keeps the chosen kind when the user comes back from a record', async () => {
  const customer = { id: 'cus_1' } as unknown as CustomerDetails
  await draw(<History customer={customer} />)
  await press(button('Invoices'))
  await draw('A record')
  await draw(<History customer={customer} />)
  expect(button('Invoices').ariaPressed).toBe('true')
})

it('shows no record of one customer under the name of another', async () => {
  const offer = {
    kind: 'OFFER',
    id: 'off_1',
    title: 'New tap',
    at: '2026-11-25T12:00:00Z',
    status: 'SENT',
    rating: null,
  }
  list.mockResolvedValueOnce({ ...none, data: [offer] })
  await draw(<History customer={{ id: 'cus_2' } as unknown as CustomerDetails} />)
  await waitFor(() => expect(text()).toContain('New tap'))
  list.mockReturnValueOnce(new Promise(() => undefined))
  await draw(<History customer={{ id: 'cus_3' } as unknown as CustomerDetails} />)
  expect(text()).not.toContain('New tap')
})

it('does not call a kind empty before it is loaded', async () => {
  await draw(<History customer={{ id: 'cus_4' } as unknown as CustomerDetails} />)
  await waitFor(() => expect(text()).toContain('None yet.'))
  list.mockReturnValueOnce(new Promise(() => undefined))
  await press(button('Offers'))
  expect(text()).not.toContain('None yet.')
})

it('says when more could not be loaded', async () => {
  list.mockResolvedValueOnce({ ...none, meta: { nextCursor: 'next' } }).mockRejectedValueOnce(new Error('Away'))
  await draw(<History customer={{ id: 'cus_5' } as unknown as CustomerDetails} />)
  await waitFor(() => expect(button('Show more')).toBeDefined())
  await press(button('Show more'))
  await waitFor(() => expect(text()).toContain("We couldn't load these."))
  await press(button('Show more'))
  await waitFor(() => expect(text()).not.toContain("We couldn't load these."))
})
