import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import * as googleApiModule from '../google-api.ts'
import { CodeForm } from './code-form.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(googleApiModule, { startGoogle: () => new Promise(() => undefined) })

const { draw, button } = setUpScreen()
const goBack = () => act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
const isBusy = (name: string) => button(name).ariaBusy === 'true'

it('can be started again after going back from Google', async () => {
  await draw(<GoogleSignIn isOffered />)
  await press(button('Continue with Google'))
  expect(isBusy('Continue with Google')).toBe(true)
  await goBack()
  expect(isBusy('Continue with Google')).toBe(false)
})

it('takes another code after going back to it', async () => {
  const verify = vi.fn(async () => undefined)
  await draw(<CodeForm resendAt={undefined} verify={verify} resend={vi.fn()} failure="" submit="Verify" />)
  const type = (code: string) =>
    act(async () => {
      const input = document.querySelector('input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, code)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type('123456')
  expect(isBusy('Verify')).toBe(true)
  await goBack()
  expect(isBusy('Verify')).toBe(false)
  await type('654321')
  expect(verify).toHaveBeenCalledTimes(2)
})
