import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { NotificationHint } from './notification-hint.tsx'

const { draw, button } = setUpScreen()

it('leaves the focus on the page when it goes', async () => {
  localStorage.clear()
  vi.stubGlobal('Notification', { permission: 'default' })
  await draw(
    <main id="main" tabIndex={-1}>
      <NotificationHint />
    </main>,
  )
  await act(async () => {
    button('Not now').focus()
    button('Not now').click()
  })
  expect(button('Not now')).toBeUndefined()
  expect(document.activeElement?.id).toBe('main')
})
