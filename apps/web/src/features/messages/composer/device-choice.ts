import { useSyncExternalStore } from 'react'

/** Something about writing that one chooses for this device. */
export interface DeviceChoice {
  get: () => boolean
  set: (value: boolean) => void
  subscribe: (listener: () => void) => () => void
}

function createChoice(key: string, unlessChosen: () => boolean): DeviceChoice {
  const listeners = new Set<() => void>()
  // Also where the browser refuses storage.
  let chosen: boolean | undefined
  const stored = (): boolean | undefined => {
    try {
      const value = localStorage.getItem(key)
      return value === null ? undefined : value === 'yes'
    } catch {
      return undefined
    }
  }
  return {
    get: () => (chosen ??= stored()) ?? unlessChosen(),
    set(value) {
      chosen = value
      try {
        localStorage.setItem(key, value ? 'yes' : 'no')
      } catch {
        // Kept for as long as the page lives.
      }
      listeners.forEach((listener) => listener())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Enter sends, and Shift+Enter begins a line; or the other way round. Unless chosen: on a keyboard of glass there is no
 * Shift+Enter, so there Enter begins a new line and the button sends.
 */
export const enterSends = createChoice('chat.enterSends', () => !window.matchMedia('(pointer: coarse)').matches)

/** The buttons that format are there. Unless chosen: where there is room, beside a keyboard. */
export const formatting = createChoice(
  'chat.formatting',
  () => window.matchMedia('(min-width: 64rem) and (pointer: fine)').matches,
)

export const useChoice = ({ subscribe, get }: DeviceChoice): boolean => useSyncExternalStore(subscribe, get)
