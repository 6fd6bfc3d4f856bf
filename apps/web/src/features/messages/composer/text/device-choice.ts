import { createChoice } from '../../../../lib/browser/device-choice.ts'

export { useChoice, type DeviceChoice } from '../../../../lib/browser/device-choice.ts'

/** Setting: Enter sends. Off by default on touch keyboards, which have no Shift+Enter. */
export const enterSends = createChoice('chat.enterSends', () => !window.matchMedia('(pointer: coarse)').matches)

/** Setting: show the formatting buttons. On by default on wide screens with a keyboard. */
export const formatting = createChoice(
  'chat.formatting',
  () => window.matchMedia('(min-width: 64rem) and (pointer: fine)').matches,
)
