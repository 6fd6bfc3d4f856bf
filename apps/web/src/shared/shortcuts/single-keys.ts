import { createDeviceSetting } from '../../lib/browser/device-value.ts'

/** Whether shortcuts of a single key, such as `?`, are on; stored on this device (WCAG 2.1.4). */
export const singleKeys = createDeviceSetting('chat.singleKeys', () => true)
