import { createEmitter } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'
import { deviceStorage } from './safe-storage.ts'

/** A setting that is on or off on this device. */
export interface DeviceChoice {
  get: () => boolean
  set: (value: boolean) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a setting stored under `key`; `unlessChosen` returns its default. */
export function createChoice(key: string, unlessChosen: () => boolean): DeviceChoice {
  const changes = createEmitter<void>()
  return {
    get() {
      const stored = deviceStorage.read(key)
      return stored === null ? unlessChosen() : stored === 'yes'
    },
    set(value) {
      deviceStorage.write(key, value ? 'yes' : 'no')
      changes.emit()
    },
    subscribe: changes.on,
  }
}

/** Setting: show desktop notifications in a background tab even with a conversation open on /messages. */
export const notifyBehindConversation = createChoice('chat.notifyBehindConversation', () => false)

/** Current value of a device setting. */
export const useChoice = ({ subscribe, get }: DeviceChoice): boolean => useSyncExternalStore(subscribe, get)
