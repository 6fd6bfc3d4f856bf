import { List } from 'lucide-react'
import { expect, it } from 'vitest'
import { layOutRow } from '../../testing/row-layout.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { SegmentedControl } from './segmented-control.tsx'

const { draw } = setUpScreen()

const hints = () => document.querySelectorAll('fieldset > [aria-hidden] svg').length

it.each([
  [250, 1],
  [400, 0],
])('in a row of %i px, %i edge of three choices says that there are more', async (width, count) => {
  layOutRow('fieldset label', width)
  const choices = ['list', 'day', 'week'].map((value) => ({ value, label: value, Icon: List }))
  await draw(<SegmentedControl label="View" choices={choices} chosen="list" onChoose={() => undefined} />)
  expect(hints()).toBe(count)
})
