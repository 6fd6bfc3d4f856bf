/** Session storage of this tab: survives reloads, not the tab. Holds no long-lived secrets. */

/** Key of the address to return to after signing in. */
export const RETURN_TO_KEY = 'place'

// Used where storage is refused; lost when the page is left.
const fallback = new Map<string, string>()

/** Reads a stored value; the caller validates it. */
export function readTab(key: string): unknown {
  let text: string | null | undefined
  try {
    text = sessionStorage.getItem(key)
  } catch {
    text = fallback.get(key)
  }
  if (!text) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Stores a value, or removes the key when it is undefined. */
export function writeTab(key: string, value: unknown): void {
  const text = value === undefined ? undefined : JSON.stringify(value)
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text === undefined) fallback.delete(key)
    else fallback.set(key, text)
  }
}

/** Lists the keys that start with `prefix`. */
export function tabKeys(prefix: string): string[] {
  let keys: string[]
  try {
    keys = Object.keys(sessionStorage)
  } catch {
    keys = [...fallback.keys()]
  }
  return keys.filter((key) => key.startsWith(prefix))
}
