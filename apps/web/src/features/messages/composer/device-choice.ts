import { createChoice } from '../../../lib/browser/device-choice.ts'

export { useChoice, type DeviceChoice } from '../../../lib/browser/device-choice.ts'

/**
 * Enter sends, and Shift+Enter begins a line; or the other way round. Unless chosen: on a keyboard of glass there is no
 * Shift+Enter, so there Enter begins a new line and the button sends.
 */
export const enterSends = createChoice('chat.enterSends', () => !window.matchMedia('(pointer: coarse)').matches)

/** The buttons that format are there. Unless chosen: where there is room, beside a keyboard. */
export const formatting = createChoice(
  'chat.formatting',
  () => window.matchMedia('(min-width: 64rem) and (pointer: fine)').matches,
)
