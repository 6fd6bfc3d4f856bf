import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { ResendCode } from './resend-code.tsx'

const { draw, button, press } = setUpScreen()

it('keeps the focus when the time to wait takes the place of the button', async () => {
  const later = new Date(Date.now() + 60_000).toISOString()
  await draw(<ResendCode resendAt={undefined} resend={async () => later} onSent={vi.fn()} failure={() => undefined} />)
  button('Send another code').focus()
  await press('Send another code')
  expect(button('Send another code')).toBeUndefined()
  expect(document.activeElement?.textContent).toContain('You can request another code in')
  expect(document.activeElement).not.toBe(document.body)
})
