import type { SecondFactors } from '@fettle/protocol/accounts/second-factor'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { press, setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import * as apiModule from './api.ts'
import { FactorDialog } from './factor-dialog.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { code: 'NETWORK' }
replaceExports(apiModule, {
  verifyRecoveryCode: async () => {
    throw new ApiError({ status: 0, code: server.code as 'NETWORK', message: 'No' })
  },
})

const { draw, button, field, text } = setUpScreen()

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

it('has the focus at what comes next when another method is chosen', async () => {
  vi.stubGlobal('PublicKeyCredential', {})
  const factors = { factors: [{ kind: 'PASSKEY' }], recoveryCodesLeft: 3 } as unknown as SecondFactors
  await draw(<FactorDialog factors={factors} onProved={() => undefined} onClose={() => undefined} />)
  const choose = async (method: string) => {
    button(method).focus()
    await press(button(method))
  }
  await choose('Use a recovery code')
  expect(document.activeElement).toBe(field('Recovery code'))
  await choose('Use a passkey')
  expect(document.activeElement).toBe(document.querySelector('[type=submit]'))
})
