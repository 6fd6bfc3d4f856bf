import { expect, it } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../testing/screen.tsx'
import * as profileModule from '../profile/profile.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return { factors: [{ id: 'fac_1', kind: 'TOTP', name: 'My phone' }], recoveryCodesLeft: 3, rememberedDevices: [] }
  },
})
replaceExports(profileModule, { useProfile: () => ({ email: 'ada@example.com' }) })
const { draw, button, field, press } = setUpScreen({ queries: { retry: false } })

it('asks for no password until it knows that there is no second factor', async () => {
  await draw(<StepUpDialog onProved={() => undefined} onClose={() => undefined} />)
  await settle()
  expect(field('Password')).toBeUndefined()
  expect(button('Try again')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('Code from your authenticator app'),
  )
})
