/** Storage key of the chat's public key, which lets a stored token connect without another call. */
const APP_KEY = 'chat.appKey'

export function readAppKey(): string | null {
  try {
    return localStorage.getItem(APP_KEY)
  } catch {
    return null
  }
}

export function storeAppKey(key: string): void {
  try {
    localStorage.setItem(APP_KEY, key)
  } catch {
    // Fetched again next time.
  }
}
