import { expect, it } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { VoicePlayer } from './voice-player.tsx'

const { draw } = setUpScreen()

it('has the slider and the waveform in the same direction, in Arabic too', async () => {
  await draw(
    <div dir="rtl">
      <VoicePlayer id="a" url="a.webm" durationMs={1_000} waveform={[1]} label="Your voice message" />
    </div>,
  )
  const directionOf = (selector: string) => document.querySelector(selector)?.closest('[dir]')?.getAttribute('dir')
  // The waveform is drawn from left to right whatever the direction.
  expect([directionOf('input[type=range]'), directionOf('svg:not([class*=lucide])')]).toEqual(['ltr', 'ltr'])
})
