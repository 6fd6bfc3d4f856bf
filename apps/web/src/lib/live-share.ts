import { deviceStorage } from './browser/safe-storage.ts'

/** Storage key of this device's live share of its location. */
export const LIVE_SHARE_KEY = 'chat.sharing'

/** Whether this device was sharing when the page was left; checked without loading the location code. */
export const wasSharing = (): boolean => deviceStorage.read(LIVE_SHARE_KEY) !== null

/** Forgets the live share of this device, because the next person to log in here must not resume it. */
export const forgetLiveShare = (): void => deviceStorage.write(LIVE_SHARE_KEY, null)
