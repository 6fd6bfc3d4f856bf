import type { SecondFactors } from '@fettle/protocol/accounts/second-factor'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { setUpScreen, type, waitFor } from '../../testing/screen.tsx'

const server = vi.hoisted(() => ({ code: 'NETWORK' }))
vi.mock('./api.ts', () => ({
  verifyRecoveryCode: async () => {
    throw new ApiError({ status: 0, code: server.code as 'NETWORK', message: 'No' })
  },
}))
const { FactorDialog } = await import('./factor-dialog.tsx')

const { draw, field, text } = setUpScreen()

it('empties the field when a code was refused, not when it never arrived', async () => {
  const factors = { factors: [], recoveryCodesLeft: 3 } as unknown as SecondFactors
  await draw(<FactorDialog factors={factors} onProved={() => undefined} onClose={() => undefined} />)
  const send = async () => {
    await type(field('Recovery code'), 'abcd-efgh')
    await act(async () => document.querySelector('form')?.requestSubmit())
    await waitFor(() => expect(text()).toContain('No'))
  }
  await send()
  expect(field('Recovery code').value).toBe('abcd-efgh')
  server.code = 'SECOND_FACTOR_INVALID'
  await send()
  expect(field('Recovery code').value).toBe('')
})
