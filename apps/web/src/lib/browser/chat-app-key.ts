/** Storage key of the chat's public key, which lets a stored token connect without another call. */
const APP_KEY = 'chat.appKey'

/** Reads the stored public key of the chat; null when unknown. */
export function readAppKey(): string | null {
  try {
    return localStorage.getItem(APP_KEY)
  } catch {
    return null
  }
}

/** Stores the public key of the chat. */
export function storeAppKey(key: string): void {
  try {
    localStorage.setItem(APP_KEY, key)
  } catch {
    // Fetched again next time.
  }
}
