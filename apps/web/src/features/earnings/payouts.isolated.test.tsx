import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, settle, setUpScreen } from '../../testing/screen.tsx'

const saved = vi.hoisted(() => [] as unknown[])
vi.mock('../../lib/http/api.ts', () => {
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
  return {
    call: async ({ method }: { method: string }, input: { body: unknown }) => {
      if (method !== 'GET') saved.push(input.body)
      return terms
    },
    callWithMeta: async () => ({ data: [], meta: { nextCursor: null } }),
  }
})
const { Payouts } = await import('./payouts.tsx')

const { draw, field, button } = setUpScreen()

it('saves the schedule with a button, not with each choice passed by arrow keys', async () => {
  await draw(<Payouts />)
  await settle()
  const choose = (schedule: string) =>
    act(async () => {
      const select = field('Payout schedule') as unknown as HTMLSelectElement
      select.value = schedule
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await choose('DAILY')
  await choose('WEEKLY')
  expect(saved).toEqual([])
  await press(button('Save'))
  await settle()
  expect(saved).toEqual([{ schedule: 'WEEKLY' }])
})
