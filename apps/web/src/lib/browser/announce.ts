const listeners = new Set<(text: string) => void>()

/** Says something to people who listen to the screen, and shows nothing. */
export function announce(text: string): void {
  listeners.forEach((listener) => listener(text))
}

export function onAnnounce(listener: (text: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
