import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { StrengthMeter } from './strength-meter.tsx'

const { draw, text } = setUpScreen()
const password = 'ladder window paint'

it('praises a long password, but not one that was refused', async () => {
  await draw(<StrengthMeter value={password} isRefused={false} />)
  expect(text()).toBe('Strong')
  await draw(<StrengthMeter value={password} isRefused />)
  expect(text()).toBe('')
})
