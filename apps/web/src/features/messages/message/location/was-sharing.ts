/** Storage key of this device's live share. */
export const SHARING = 'chat.sharing'

/** Whether this device was sharing when the page was left; checked without loading the location code. */
export function wasSharing(): boolean {
  try {
    return localStorage.getItem(SHARING) !== null
  } catch {
    return false
  }
}
