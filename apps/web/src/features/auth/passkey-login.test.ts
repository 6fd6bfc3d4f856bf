import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPasskeyLogin } from './passkey-login.ts'
import { askForPasskey, logInWithPasskey } from './passkey-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import * as passkeyApiModule from './passkey-api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

replaceExports(passkeyApiModule, { askForPasskey: vi.fn(), logInWithPasskey: vi.fn() })

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(true) })
  vi.spyOn(toast, 'error').mockImplementation(() => '')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('says nothing when suggestions of passkeys do not work', async () => {
  vi.mocked(askForPasskey).mockRejectedValue(new Error('NotSupportedError'))
  expect(await startPasskeyLogin({ fromAutofill: true })).toBe(false)
  expect(toast.error).not.toHaveBeenCalled()
})

it('says that a chosen passkey was refused, from the suggestions and from the button', async () => {
  vi.mocked(askForPasskey).mockResolvedValue({} as Awaited<ReturnType<typeof askForPasskey>>)
  vi.mocked(logInWithPasskey).mockRejectedValue(new Error('refused'))
  for (const fromAutofill of [true, false]) expect(await startPasskeyLogin({ fromAutofill })).toBe(false)
  expect(toast.error).toHaveBeenCalledTimes(2)
})

it('says why the button did not work, unless the person cancelled', async () => {
  vi.mocked(askForPasskey).mockRejectedValueOnce(Object.assign(new Error('closed'), { name: 'NotAllowedError' }))
  expect(await startPasskeyLogin()).toBe(false)
  expect(toast.error).not.toHaveBeenCalled()
  vi.mocked(askForPasskey).mockRejectedValueOnce(new Error('broken'))
  expect(await startPasskeyLogin()).toBe(false)
  expect(toast.error).toHaveBeenCalledTimes(1)
})
