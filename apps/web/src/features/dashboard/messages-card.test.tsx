import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { MessagesCard } from './messages-card.tsx'

const { draw, text } = setUpScreen()

it.each([
  [undefined, 'Messages'],
  [0, 'MessagesNo unread messages'],
  [2, 'Messages2 unread'],
])('with %s unread messages says “%s”, and nothing before the number is known', async (unread, expected) => {
  await draw(<MessagesCard unread={unread} />)
  expect(text()).toBe(expected)
})
