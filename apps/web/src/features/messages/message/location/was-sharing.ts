import { deviceStorage } from '../../../../lib/browser/safe-storage.ts'
import { onLogout } from '../../../../lib/http/session.ts'

/** Storage key of this device's live share. */
export const SHARING = 'chat.sharing'

/** Whether this device was sharing when the page was left; checked without loading the location code. */
export const wasSharing = (): boolean => deviceStorage.read(SHARING) !== null

// The next person to log in here must not resume it.
onLogout(() => deviceStorage.write(SHARING, null))
