import { expect, it } from 'vitest'
import { layOutRow } from '../../testing/row-layout.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { FilterBar } from './filter-bar.tsx'

const { draw } = setUpScreen()

const hints = () => document.querySelectorAll('fieldset [aria-hidden] svg').length

it.each([
  [250, 1],
  [400, 0],
])('in a row of %i px, %i edge of three filters says that there are more', async (width, count) => {
  layOutRow('button[aria-pressed]', width)
  const options = ['All', 'Unread', 'Archived'].map((name) => ({ name, label: name }))
  await draw(<FilterBar label="Filter" options={options} current="All" onChange={() => undefined} />)
  expect(hints()).toBe(count)
})
