import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import '../testing/screen.ts'
import { Page } from './page.tsx'

it('moves the focus to the heading of another page, but not away from somebody who types', async () => {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const show = (title: string) =>
    act(async () =>
      root.render(
        <Page title={title}>
          <input />
        </Page>,
      ),
    )
  await show('Conversation')
  expect(document.activeElement?.textContent).toBe('Conversation')
  element.querySelector('input')?.focus()
  await show('Ada')
  expect([document.activeElement?.tagName, document.title]).toEqual(['INPUT', 'Ada · Doorstep'])
  act(() => root.unmount())
  element.remove()
})
