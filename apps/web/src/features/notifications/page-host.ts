/**
 * Element of the notifications page that the bell renders into. The bell owns the only inbox connection, whose list is
 * shown in a panel or on the page.
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
