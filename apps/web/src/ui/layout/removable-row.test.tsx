import { act } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { RemovableRow } from './removable-row.tsx'

const { draw } = setUpScreen()
const draws = (...names: string[]) =>
  draw(
    <main id="main" tabIndex={-1}>
      <ul>
        {names.map((name) => (
          <RemovableRow key={name}>
            <button type="button">Edit {name}</button>
            <button type="button">Delete {name}</button>
          </RemovableRow>
        ))}
      </ul>
    </main>,
  )
const focusOn = (label: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.focus())

it('moves the focus to the row beside one that is removed, and to the page after the last', async () => {
  await draws('tap', 'pipe', 'boiler')
  await focusOn('Delete pipe')
  await draws('tap', 'boiler')
  expect(document.activeElement?.textContent).toBe('Delete boiler')
  await draws('tap')
  expect(document.activeElement?.textContent).toBe('Delete tap')
  await draws()
  expect(document.activeElement?.id).toBe('main')
})

it('leaves the focus where it is when another row is removed', async () => {
  await draws('tap', 'pipe')
  await focusOn('Edit tap')
  await draws('tap')
  expect(document.activeElement?.textContent).toBe('Edit tap')
})
