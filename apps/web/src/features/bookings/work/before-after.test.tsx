import { afterEach, expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { BeforeAfter } from './before-after.tsx'

const { draw } = setUpScreen()
afterEach(() => void (document.documentElement.dir = ''))

const hiddenPart = () => document.querySelector<HTMLElement>('[alt=Before]')?.style.clipPath

it('hides the photo from before at the end of the line, as the slider runs', async () => {
  await draw(<BeforeAfter before="/before" after="/after" />)
  expect(hiddenPart()).toBe('inset(0 50% 0 0)')
  document.documentElement.dir = 'rtl'
  await draw(<BeforeAfter key="arabic" before="/before" after="/after" />)
  expect(hiddenPart()).toBe('inset(0 0 0 50%)')
})
