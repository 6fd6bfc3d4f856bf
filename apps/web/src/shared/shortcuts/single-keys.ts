import { createChoice } from '../../lib/browser/device-choice.ts'

/** Whether shortcuts of a single key, such as `?`, are on; stored on this device (WCAG 2.1.4). */
export const singleKeys = createChoice('chat.singleKeys', () => true)
