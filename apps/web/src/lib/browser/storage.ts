/** Keys of the tokens in local storage. No other secret is stored in the browser. */
export const storageKeys = ['token', 'verificationToken', 'streamToken'] as const
export type StorageKey = (typeof storageKeys)[number]

// What storage has refused (private windows, blocked cookies, no space left); lost when the page is left.
const fallback = new Map<string, string>()

/** Reads a stored token; null when there is none. */
export function readKey(key: StorageKey): string | null {
  const refused = fallback.get(key)
  if (refused) return refused
  try {
    return localStorage.getItem(key) || null
  } catch {
    return null
  }
}

/** Stores a value, or removes the key when it is empty. */
export function writeKey(key: StorageKey, value: string | null | undefined): void {
  fallback.delete(key)
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    if (value) fallback.set(key, value)
  }
}

/** Removes stored tokens, by default all of them. */
export function clearKeys(keys: readonly StorageKey[] = storageKeys): void {
  keys.forEach((key) => writeKey(key, null))
}

/** Reads the user id from a stream token's payload, without verification. */
export function userOfToken(token: string): string | undefined {
  try {
    const [, claims = ''] = token.split('.')
    const text = atob(claims.replace(/-/g, '+').replace(/_/g, '/'))
    const { user_id: userId } = JSON.parse(text) as { user_id?: unknown }
    return typeof userId === 'string' ? userId : undefined
  } catch {
    return undefined
  }
}

/** Calls the listener when another tab signs in or out. The returned function stops. */
export function onTokenChange(listener: (token: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) listener(readKey('token'))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
