/** Screens that load again when something changed. */
export const listeners = new Set<() => void>()

/** Loads again what is on the screen. */
export const refresh = (): void => listeners.forEach((listener) => listener())
