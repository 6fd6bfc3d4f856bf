/** Session storage of this tab: survives reloads, not the tab. Holds no long-lived secrets. */

/** Key of the address to return to after signing in. */
export const RETURN_TO_KEY = 'place'

// What storage has refused, also for lack of space; lost when the page is left.
const fallback = new Map<string, string>()

/** Reads a stored value; the caller validates it. */
export function readTab(key: string): unknown {
  try {
    const text = fallback.get(key) ?? sessionStorage.getItem(key)
    return text ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Stores a value, or removes the key when it is undefined. */
export function writeTab(key: string, value: unknown): void {
  const text = value === undefined ? undefined : JSON.stringify(value)
  fallback.delete(key)
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text !== undefined) fallback.set(key, text)
  }
}

/** Lists the keys that start with `prefix`. */
export function tabKeys(prefix: string): string[] {
  const keys = new Set(fallback.keys())
  try {
    Object.keys(sessionStorage).forEach((key) => keys.add(key))
  } catch {
    // Then every key is in the fallback.
  }
  return [...keys].filter((key) => key.startsWith(prefix))
}
