import { createEmitter } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'

/** A setting that is on or off on this device. */
export interface DeviceChoice {
  get: () => boolean
  set: (value: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a setting stored under `key`; `unlessChosen` returns its default. */
export function createChoice(key: string, unlessChosen: () => boolean): DeviceChoice {
  const changes = createEmitter<void>()
  // Kept in memory too, for browsers that refuse storage.
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
        // Storage failed: kept as long as the page lives.
      }
      changes.emit()
    },
    subscribe: changes.on,
  }
}

/** Setting: show desktop notifications in a background tab even with a conversation open on /messages. */
export const notifyBehindConversation = createChoice('chat.notifyBehindConversation', () => false)

/** Current value of a device setting. */
export const useChoice = ({ subscribe, get }: DeviceChoice): boolean => useSyncExternalStore(subscribe, get)
