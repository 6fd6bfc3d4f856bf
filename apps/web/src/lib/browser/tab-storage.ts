/** What this tab remembers across reloads and never longer. Nothing secret that outlives its purpose. */

/** The key of the place somebody is to come back to after signing in. */
export const RETURN_TO_KEY = 'place'

// Stands in where the browser refuses storage: good until the page is left.
const fallback = new Map<string, string>()

/** What was kept, whatever it is: whoever reads it knows what to expect. */
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

/** Keeps a value, or forgets the key when it is undefined. */
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

/** Every key that starts with `prefix`. */
export function tabKeys(prefix: string): string[] {
  let keys: string[]
  try {
    keys = Object.keys(sessionStorage)
  } catch {
    keys = [...fallback.keys()]
  }
  return keys.filter((key) => key.startsWith(prefix))
}
