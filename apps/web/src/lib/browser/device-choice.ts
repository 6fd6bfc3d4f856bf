import { useSyncExternalStore } from 'react'

/** A setting that is on or off for this device. */
export interface DeviceChoice {
  get: () => boolean
  set: (value: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a setting that is kept in the browser's storage under `key`; `unlessChosen` answers until somebody has chosen. */
export function createChoice(key: string, unlessChosen: () => boolean): DeviceChoice {
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

/** Desktop notifications come also while a conversation is open on /messages in a tab in the background. */
export const notifyBehindConversation = createChoice('chat.notifyBehindConversation', () => false)

export const useChoice = ({ subscribe, get }: DeviceChoice): boolean => useSyncExternalStore(subscribe, get)
