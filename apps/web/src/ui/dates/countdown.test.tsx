import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { Countdown } from './countdown.tsx'

const { draw, text } = setUpScreen()

it('counts down in the words of other remaining times', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-24T12:00:00Z'))
  await draw(<Countdown until="2026-11-25T16:00:00Z" />)
  expect(text()).toBe('1 day 4 h left')
  await draw(<Countdown until="2026-11-24T12:09:05Z" />)
  expect(text()).toBe('9 min 05 s left')
  await draw(<Countdown until="2026-11-24T12:00:00Z" />)
  expect(text()).toBe('Time is up')
})
