/** The three keys the specification names. Nothing else that is secret is kept in the browser. */
export const storageKeys = ['token', 'verificationToken', 'streamToken'] as const
export type StorageKey = (typeof storageKeys)[number]

// Stands in where the browser refuses storage (private windows, blocked cookies): good until the page is left.
const fallback = new Map<string, string>()

export function readKey(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) || null
  } catch {
    return fallback.get(key) ?? null
  }
}

/** Stores a value, or forgets the key when there is none. */
export function writeKey(key: StorageKey, value: string | null | undefined): void {
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    if (value) fallback.set(key, value)
    else fallback.delete(key)
  }
}

export function clearKeys(keys: readonly StorageKey[] = storageKeys): void {
  keys.forEach((key) => writeKey(key, null))
}

/** Tells when another tab signs in or out. The returned function stops. */
export function onTokenChange(listener: (token: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) listener(readKey('token'))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
