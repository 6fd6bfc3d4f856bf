import { act } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { CustomerLine } from './customer-line.tsx'

const photo = 'https://photos.example.com/ngozi.webp'
const screen = setUpScreen()
const draw = (avatar: string | null) =>
  screen.draw(
    <CustomerLine name="Ngozi Eze" avatar={avatar}>
      , Yaba
    </CustomerLine>,
  )
const picture = () => document.querySelector('img')
const initials = () => document.querySelector('[data-initials]')?.getAttribute('data-initials')

it('shows the photo of a customer without naming them twice', async () => {
  await draw(photo)
  expect(picture()?.getAttribute('src')).toBe(photo)
  expect(picture()?.getAttribute('alt')).toBe('')
  expect(picture()?.getAttribute('loading')).toBe('lazy')
  expect(document.body.textContent).toBe('Ngozi Eze, Yaba')
})

it('does not tell the host of a photo which page shows it', async () => {
  await draw(photo)
  expect(picture()?.getAttribute('referrerpolicy')).toBe('no-referrer')
})

it('shows initials without a photo, and when it cannot be loaded', async () => {
  await draw(null)
  expect(initials()).toBe('NE')
  await draw(photo)
  expect(initials()).toBeUndefined()
  await act(async () => void picture()?.dispatchEvent(new Event('error')))
  expect(picture()).toBeNull()
  expect(initials()).toBe('NE')
})
