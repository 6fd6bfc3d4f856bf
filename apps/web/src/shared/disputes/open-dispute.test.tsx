import { expect, it, vi } from 'vitest'
import { press, settle, setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import { ApiError } from '../../lib/http/api-error.ts'
import * as apiModule from '../../lib/http/api.ts'
import { OpenDispute } from './open-dispute.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const call = vi.fn<(operation: { name: string }) => Promise<unknown>>()
replaceExports(apiModule, { call })

const { draw, field, button } = setUpScreen({ queries: { retry: false } })
const subject = { type: 'BOOKING', id: 'bkg_1' } as const
const total = { amount: 500_000, currency: 'NGN' }
const terms = { total, customerName: 'Chidi', reasons: ['NON_PAYMENT'], wholeOnly: false }
const show = (key: string) => draw(<OpenDispute key={key} subject={subject} onClose={() => undefined} />)

it('keeps the texts until the dispute is opened', async () => {
  const refused = new Error('Not now')
  call.mockImplementation(async ({ name }) => {
    if (name === 'disputes.open') throw refused
    return terms
  })
  await show('first')
  await waitFor(() => expect(field('What happened')).toBeDefined())
  const statement = 'The customer has not paid for the repair that was agreed. '.repeat(3)
  await type(field('What happened'), statement)
  await type(field('Wanted outcome'), 'The full amount')
  await press(button('Open the dispute'))
  await show('later')
  expect(field('What happened').value).toBe(statement)
  expect(field('Wanted outcome').value).toBe('The full amount')
})

it('loads the terms again when asked', async () => {
  call.mockRejectedValueOnce(new Error('Away'))
  await show('first')
  await settle()
  expect(button('Try again')).toBeDefined()
  call.mockResolvedValue(terms)
  await press(button('Try again'))
  await waitFor(() => expect(field('What happened')).toBeDefined())
})

it('says why no dispute can be opened, without trying again', async () => {
  call.mockRejectedValue(new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'Too late.' }))
  await show('first')
  await waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
  expect(button('Try again')).toBeUndefined()
})
