import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { AdjustSheet } from './adjust-sheet.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const call = vi.fn(
  async (
    _operation: unknown,
    _input: { body: unknown },
    _options?: { idempotencyKey?: string },
  ): Promise<unknown> => ({}),
)
replaceExports(apiModule, { call })
const profile = { country: 'NG' }
replaceExports(profileModule, { useProfile: () => profile })

const { draw, field, button, text } = setUpScreen()
const nothing = () => undefined
const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: nothing }

beforeEach(() => {
  sessionStorage.clear()
  profile.country = 'NG'
})

async function fill(typed: { quantity: string; price: string; minutes: string }) {
  await draw(<AdjustSheet booking={bookingFixture()} offline={offline} now={new Date()} onClose={nothing} />)
  await type(field('Description'), 'Pipes')
  await type(field('Quantity'), typed.quantity)
  await type(field('Unit price'), typed.price)
  await type(field('Why'), 'More were rusted')
  await type(field('Extra time'), typed.minutes)
}

it('sends amounts typed with a thousands comma, and reductions', async () => {
  await fill({ quantity: '2,5', price: '-1,200', minutes: '٣٠' })
  await press(button('Request -₦3,000'))
  expect(call.mock.calls[0]?.[1].body).toEqual({
    lines: [{ description: 'Pipes', quantity: '2.5', unitAmount: -120_000 }],
    reason: 'More were rusted',
    scheduleImpactMinutes: 30,
  })
})

it("takes the currency of the provider's country where the job has no price yet", async () => {
  profile.country = 'JP'
  await fill({ quantity: '1', price: '1200', minutes: '' })
  await press(button('Request ¥1,200'))
  expect(call.mock.calls[0]?.[1].body).toMatchObject({ lines: [{ unitAmount: 1_200 }] })
})

it('does not send an amount it cannot read', async () => {
  await fill({ quantity: '1', price: '12-15', minutes: '' })
  await press(button('Send to customer'))
  expect(call).not.toHaveBeenCalled()
  expect(text()).toContain('Add a description, quantity and price.')
  expect(document.activeElement).toBe(field('Unit price'))
})

it('moves the focus to the next line when one is removed, and to what is left in the end', async () => {
  await fill({ quantity: '1', price: '10', minutes: '' })
  await press(button('Add a line'))
  await press(button('Add a line'))
  const remove = (index: number) => document.querySelectorAll<HTMLElement>('[aria-label^="Remove line "]')[index]
  const removeAt = async (index: number) => {
    remove(index)?.focus()
    await press(remove(index) as HTMLElement)
  }
  await removeAt(2)
  expect(document.activeElement).toBe(remove(1))
  await removeAt(0)
  expect(field('Description').value).toBe('')
  expect(document.activeElement).toBe(field('Description'))
})

it('requests extra work once, although the answer was lost', async () => {
  await fill({ quantity: '1', price: '500', minutes: '' })
  const keys = () => call.mock.calls.map(([, , options]) => options?.idempotencyKey)
  call.mockRejectedValueOnce(new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' }))
  await press(button('Request ₦500'))
  await press(button('Request ₦500'))
  expect(keys()).toEqual([expect.any(String), keys()[0]])
  await press(button('Request ₦500'))
  expect(new Set(keys()).size).toBe(2)
})
