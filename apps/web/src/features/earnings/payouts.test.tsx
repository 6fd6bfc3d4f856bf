import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { reportConnection } from '../../lib/http/connection.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { press, settle, setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as profileModule from '../../shared/profile/profile.ts'
import { Payouts } from './payouts.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const saved: unknown[] = []
const noPayouts = { data: [], meta: { nextCursor: null } }
const server = { asksForProof: false, payouts: async (_cursor: unknown): Promise<unknown> => noPayouts }
const terms = {
  available: { amount: 0, currency: 'NGN' },
  bank: null,
  obstacle: null,
  workingDays: 1,
  platformFeeBps: 500,
  clearingDays: 1,
  schedule: 'MANUAL',
  nextPayoutAt: null,
}
replaceExports(apiModule, {
  call: async ({ name, method }: { name: string; method: string }, input: { body: unknown }) => {
    if (name === 'secondFactors.list') return { factors: [] }
    if (method === 'GET') return terms
    if (name === 'auth.stepUp') server.asksForProof = false
    else if (server.asksForProof) throw new ApiError({ status: 403, code: 'STEP_UP_REQUIRED', message: '' })
    else saved.push(input.body)
    return terms
  },
  callWithMeta: (_: unknown, { query }: { query: { cursor?: string } }) => server.payouts(query.cursor),
})
replaceExports(profileModule, { useProfile: () => ({ email: 'ada@example.com' }) })

const { draw, field, button, text, choose } = setUpScreen({ queries: { retry: false } })

beforeEach(() => {
  saved.length = 0
  server.payouts = async () => noPayouts
})

it('saves the schedule with a button, not with each choice passed by arrow keys', async () => {
  await draw(<Payouts />)
  await settle()
  await choose('Payout schedule', 'DAILY')
  await choose('Payout schedule', 'WEEKLY')
  expect(saved).toEqual([])
  await press(button('Save'))
  await settle()
  expect(saved).toEqual([{ schedule: 'WEEKLY' }])
})

it('keeps the focus on the schedule when the connection is lost', async () => {
  await draw(<Payouts />)
  await settle()
  field('Payout schedule').focus()
  act(() => reportConnection(false))
  expect([document.activeElement, button('Save').disabled]).toEqual([field('Payout schedule'), true])
  expect(field('Payout schedule').disabled).toBe(false)
  act(() => reportConnection(true))
})

it('asks who it is where automatic payouts need it, then saves them', async () => {
  server.asksForProof = true
  await draw(<Payouts />)
  await settle()
  await choose('Payout schedule', 'DAILY')
  await press(button('Save'))
  await waitFor(() => expect(text()).toContain("Confirm it's you"))
  await type(field('Password'), 'correct horse')
  await press(button('Continue'))
  await waitFor(() => expect(saved).toEqual([{ schedule: 'DAILY' }]))
})

it('keeps the payouts shown when more cannot be loaded', async () => {
  const payout = {
    id: 'pyo_1',
    amount: { amount: 500_000, currency: 'NGN' },
    bank: { bankName: 'First Bank', last4: '1234' },
    requestedAt: '2026-11-25T12:00:00Z',
    status: 'PAID',
    failure: null,
  }
  server.payouts = async (cursor) => {
    if (cursor) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'Gone' })
    return { data: [payout], meta: { nextCursor: 'next' } }
  }
  await draw(<Payouts />)
  await settle()
  await press(button('Show more'))
  await settle()
  expect(text()).toContain('First Bank')
})

it('keeps the focus in the list when the last page is shown', async () => {
  const payout = (id: string, last4: string) => ({
    id,
    amount: { amount: 500_000, currency: 'NGN' },
    bank: { bankName: 'First Bank', last4 },
    requestedAt: '2026-11-25T12:00:00Z',
    status: 'PAID',
    failure: null,
  })
  server.payouts = async (cursor) =>
    cursor
      ? { data: [payout('pyo_2', '5678')], meta: { nextCursor: null } }
      : { data: [payout('pyo_1', '1234')], meta: { nextCursor: 'next' } }
  await draw(<Payouts />)
  await settle()
  button('Show more').focus()
  await press(button('Show more'))
  await waitFor(() => expect(text()).toContain('5678'))
  expect(button('Show more')).toBeUndefined()
  expect(document.activeElement?.closest('li')?.textContent).toContain('1234')
})
