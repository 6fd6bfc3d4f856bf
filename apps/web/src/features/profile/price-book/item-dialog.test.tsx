import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { setUpScreen, type, waitFor } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { ItemDialog } from './item-dialog.tsx'

replaceExports(profileModule, { useProfile: () => ({ usualTaxRateBps: 750 }) })

const call = vi.fn<(_operation: unknown, _input: unknown, options?: { idempotencyKey?: string }) => Promise<unknown>>()
replaceExports(apiModule, { call })
beforeEach(() => void call.mockReset())

const { draw, field, press, text } = setUpScreen()

it('keeps a new item until it is saved, whatever ends the session', async () => {
  const open = (key: string) => draw(<ItemDialog key={key} item={undefined} country="NG" onClose={() => undefined} />)
  await open('first')
  await type(field('Name'), 'Ball valve')
  await type(field('Unit price'), '4500')
  await open('later')
  expect([field('Name').value, field('Unit price').value, field('Tax').value]).toEqual(['Ball valve', '4500', '7.5'])
})

it('creates an item once, although the answer was lost', async () => {
  call.mockRejectedValue(new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' }))
  await draw(<ItemDialog item={undefined} country="NG" onClose={() => undefined} />)
  await type(field('Name'), 'Pipe')
  await type(field('Unit price'), '900')
  await press('Save')
  await press('Save')
  const keys = call.mock.calls.map(([, , options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('says in the dialog and by a toast why an item was refused', async () => {
  await act(async () => toast.clear())
  const message = 'The price book is full.'
  call.mockRejectedValue(new ApiError({ status: 409, code: 'INVALID_TRANSITION', message, serverMessage: message }))
  await draw(<ItemDialog item={undefined} country="NG" onClose={() => undefined} />)
  await type(field('Name'), 'Ball valve')
  await type(field('Unit price'), '4500')
  await press('Save')
  await waitFor(() => expect(text()).toContain(message))
  expect(toasts()).toEqual([['error', message]])
})
