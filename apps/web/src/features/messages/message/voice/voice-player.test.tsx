import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { VoicePlayer } from './voice-player.tsx'

afterEach(() => vi.unstubAllGlobals())

it('has the slider and the waveform in the same direction, in Arabic too', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const room = document.createElement('div')
  room.dir = 'rtl'
  const root = createRoot(room)
  await act(async () =>
    root.render(<VoicePlayer id="a" url="a.webm" durationMs={1_000} waveform={[1]} label="Your voice message" />),
  )
  const directionOf = (selector: string) => room.querySelector(selector)?.closest('[dir]')?.getAttribute('dir')
  // The waveform is drawn from left to right whatever the direction.
  expect([directionOf('input[type=range]'), directionOf('svg:not([class*=lucide])')]).toEqual(['ltr', 'ltr'])
  await act(async () => root.unmount())
})
