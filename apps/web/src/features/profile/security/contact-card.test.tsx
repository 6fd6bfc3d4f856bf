import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { ContactCard } from './contact-card.tsx'

const { draw, button } = setUpScreen()

it('returns the focus to the button that opened the form', async () => {
  await draw(<ContactCard profile={{ email: 'ada@example.com', phone: '', country: 'NG' } as Profile} />)
  await press(button('Change: Email'))
  await act(async () => button('Cancel').focus())
  await press(button('Cancel'))
  expect(document.activeElement).toBe(button('Change: Email'))
})
