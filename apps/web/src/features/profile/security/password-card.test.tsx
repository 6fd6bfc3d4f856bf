import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { PasswordCard } from './password-card.tsx'

const { draw, button, field, text } = setUpScreen()

it('moves the focus into the form, and back to its button', async () => {
  await draw(<PasswordCard profile={{ email: 'ada@example.com' } as Profile} />)
  await press(button('Change password'))
  expect(document.activeElement).toBe(field('Current password'))
  await act(async () => button('Cancel').focus())
  await press(button('Cancel'))
  expect(document.activeElement).toBe(button('Change password'))
})

it('shows the strength of the next password once one was refused', async () => {
  await draw(<PasswordCard profile={{ email: 'ada@example.com' } as Profile} />)
  await press(button('Change password'))
  await type(field('New password'), 'short')
  await press(button('Save password'))
  expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  await type(field('New password'), 'ladder window paint')
  expect(field('New password').getAttribute('aria-invalid')).not.toBe('true')
  expect(text()).toContain('Strong')
})
