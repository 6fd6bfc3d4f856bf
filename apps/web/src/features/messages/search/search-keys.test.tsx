import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { closesOnEscape } from '../conversation/panels/pane.tsx'

const { draw } = setUpScreen()
const close = vi.fn()

function Pane() {
  const [typed, setTyped] = useState('')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as the pane of a conversation
    <aside onKeyDown={closesOnEscape(close)}>
      <SearchField label="Search" value={typed} onChange={setTyped} />
    </aside>
  )
}
const field = () => document.querySelector('input') as HTMLInputElement
const escape = (init: KeyboardEventInit = {}) =>
  act(async () =>
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...init })),
  )

it('Escape clears a search first, then closes its pane', async () => {
  await draw(<Pane />)
  await type(field(), 'tap')
  await escape()
  expect(field().value).toBe('')
  expect(close).not.toHaveBeenCalled()
  await escape()
  expect(close).toHaveBeenCalledOnce()
})

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'Escape that an input method uses neither clears the search nor closes its pane: %o',
  async (composing) => {
    await draw(<Pane />)
    await type(field(), 'か')
    await escape(composing)
    expect(field().value).toBe('か')
    await type(field(), '')
    await escape(composing)
    expect(close).not.toHaveBeenCalled()
  },
)
