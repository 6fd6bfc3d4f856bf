/**
 * Where the page of all notifications lets the bell draw: the bell keeps the one line to the inbox, and what it lists
 * stands below it on a desk and on a page of its own elsewhere.
 */

let host: HTMLElement | null = null
const listeners = new Set<() => void>()

export const getPageHost = (): HTMLElement | null => host

export function setPageHost(element: HTMLElement | null): void {
  host = element
  for (const listener of listeners) listener()
}

export function watchPageHost(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
