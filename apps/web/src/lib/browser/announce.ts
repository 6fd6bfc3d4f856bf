const listeners = new Set<(text: string) => void>()

/** Announces a text to screen readers. */
export function announce(text: string): void {
  listeners.forEach((listener) => listener(text))
}

/** Subscribes to announcements. The returned function unsubscribes. */
export function onAnnounce(listener: (text: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
