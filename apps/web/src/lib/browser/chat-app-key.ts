/** Where the public key of the chat is kept: with it a stored chat token needs no call before it is used. */
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
    // Asked for again next time.
  }
}
