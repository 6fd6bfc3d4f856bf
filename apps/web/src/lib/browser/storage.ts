import { deviceStorage } from './safe-storage.ts'

/** Keys of the tokens in local storage. No other secret is stored in the browser. */
export const storageKeys = ['token', 'verificationToken', 'streamToken'] as const
export type StorageKey = (typeof storageKeys)[number]

/** Reads a stored token; null when there is none. */
export const readKey = (key: StorageKey): string | null => deviceStorage.read(key) || null

/** Stores a token, or removes it when the value is empty. */
export const writeKey = (key: StorageKey, value: string | null | undefined): void =>
  deviceStorage.write(key, value || null)

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

const CHAT_APP_KEY = 'chat.appKey'

/** Reads the chat's public key, with which a stored token connects without another call; null when unknown. */
export const readChatAppKey = (): string | null => deviceStorage.read(CHAT_APP_KEY)

/** Stores the chat's public key. */
export const storeChatAppKey = (appKey: string): void => deviceStorage.write(CHAT_APP_KEY, appKey)
