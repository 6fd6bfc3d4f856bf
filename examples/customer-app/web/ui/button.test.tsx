import { expect, it, vi } from 'vitest'
import { press, readScreen, show } from '../testing/screen.ts'
import { Button } from './button.tsx'

it('scrolls to why its action failed, which may be below the screen', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await show(
    <Button
      onPress={() => {
        throw new TypeError('offline')
      }}
    >
      Send
    </Button>,
  )
  await press('Send')
  await expect.poll(readScreen).toMatch('No connection. Please try again.')
  expect(scroll.mock.contexts.map((element) => (element as Element).textContent)).toEqual([
    'No connection. Please try again.',
  ])
})
