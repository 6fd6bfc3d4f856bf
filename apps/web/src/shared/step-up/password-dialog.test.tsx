import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import * as apiModule from './api.ts'
import * as profileModule from '../profile/profile.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { requests: 0, send: (_: { resendAvailableAt: string }): void => undefined }
replaceExports(apiModule, {
  requestCode: () => {
    server.requests += 1
    return new Promise((resolve) => (server.send = resolve))
  },
})
replaceExports(profileModule, { useProfile: () => ({ email: 'ada@example.com' }) })

const { draw, button, text } = setUpScreen()
const arrives = (inMs: number) =>
  act(async () => server.send({ resendAvailableAt: new Date(Date.now() + inMs).toISOString() }))

beforeEach(async () => {
  server.requests = 0
  await draw(<PasswordDialog onProved={vi.fn()} onClose={vi.fn()} />)
})

it('sends one code, however often its button is pressed', async () => {
  await press(button('Send me a code instead'))
  await press(button('Send me a code instead'))
  expect(server.requests).toBe(1)
})

it('sends another code once that is possible', async () => {
  await press(button('Send me a code instead'))
  await arrives(0)
  await press(button('Send another code'))
  expect(server.requests).toBe(2)
  await arrives(60_000)
  expect(text()).toContain('You can request another code in 1:00.')
})

it('goes back to the password, and from there to the code that was sent', async () => {
  await press(button('Send me a code instead'))
  await arrives(60_000)
  await press(button('Use your password'))
  expect(document.activeElement).toBe(document.querySelector('input[type=password]'))
  await press(button('Send me a code instead'))
  expect(text()).toContain('We sent a code to ada@example.com.')
  expect(server.requests).toBe(1)
})
