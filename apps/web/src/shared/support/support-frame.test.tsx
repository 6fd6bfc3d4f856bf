import { expect, it } from 'vitest'
import { layOutRow } from '../../testing/row-layout.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { SupportFrame } from './support-frame.tsx'

const { draw } = setUpScreen()

it.each([
  [250, 1],
  [400, 0],
])('in a row of %i px, %i edge of the sections says that there are more', async (width, count) => {
  layOutRow('nav li', width)
  await draw(<SupportFrame current="help">Help</SupportFrame>)
  expect(document.querySelectorAll('nav [aria-hidden] svg')).toHaveLength(count)
})
