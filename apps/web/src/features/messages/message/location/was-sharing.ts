/** Where the live share of this device is noted. */
export const SHARING = 'chat.sharing'

/** Whether this device shared its place when the page was left: known without loading anything of it. */
export function wasSharing(): boolean {
  try {
    return localStorage.getItem(SHARING) !== null
  } catch {
    return false
  }
}
