import { expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as profileModule from '../../../shared/profile/profile.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { ItemDialog } from './item-dialog.tsx'

replaceExports(profileModule, { useProfile: () => ({ usualTaxRateBps: 750 }) })

const call = vi.fn(async (_operation: unknown, _input: unknown, _options?: { idempotencyKey?: string }) => {
  throw new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' })
})
replaceExports(apiModule, { call })

const { draw, button, field } = setUpScreen()

it('keeps a new item until it is saved, whatever ends the session', async () => {
  const open = (key: string) => draw(<ItemDialog key={key} item={undefined} country="NG" onClose={() => undefined} />)
  await open('first')
  await type(field('Name'), 'Ball valve')
  await type(field('Unit price'), '4500')
  await open('later')
  expect([field('Name').value, field('Unit price').value, field('Tax').value]).toEqual(['Ball valve', '4500', '7.5'])
})

it('creates an item once, although the answer was lost', async () => {
  await draw(<ItemDialog item={undefined} country="NG" onClose={() => undefined} />)
  await type(field('Name'), 'Pipe')
  await type(field('Unit price'), '900')
  await press(button('Save'))
  await press(button('Save'))
  const keys = call.mock.calls.map(([, , options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})
