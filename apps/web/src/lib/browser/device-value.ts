import { createEmitter } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'
import { deviceStorage } from './safe-storage.ts'

interface Subscribable<Value> {
  get: () => Value
  subscribe: (listener: () => void) => () => void
}

/** A value stored on this device. */
export interface DeviceValue<Value> extends Subscribable<Value> {
  /** Changes the stored value, which another tab may have written. */
  update: (change: (value: Value) => Value) => void
}

/** Creates a value stored as JSON under `key`, which is `initial` at first. Follows changes of other tabs. */
export function createDeviceValue<Value>(key: string, initial: Value): DeviceValue<Value> {
  const changes = createEmitter<void>()
  let known: Value | undefined
  const get = (): Value => (known ??= (deviceStorage.readJson(key) as Value | undefined) ?? initial)
  const follow = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    known = undefined
    changes.emit()
  }
  return {
    get,
    update(change) {
      known = undefined
      const before = get()
      known = change(before)
      if (known === before) return
      deviceStorage.writeJson(key, known)
      changes.emit()
    },
    subscribe(listener) {
      // Once for the page: what is known stays known while nothing shows it.
      window.addEventListener('storage', follow)
      return changes.on(listener)
    },
  }
}

/** A setting that is on or off on this device. */
export interface DeviceSetting extends Subscribable<boolean> {
  set: (isOn: boolean) => void
}

/** Creates a setting stored under `key`; `isOnByDefault` tells what it is until somebody sets it. */
export function createDeviceSetting(key: string, isOnByDefault: () => boolean): DeviceSetting {
  const changes = createEmitter<void>()
  return {
    get() {
      const stored = deviceStorage.read(key)
      return stored === null ? isOnByDefault() : stored === 'yes'
    },
    set(isOn) {
      deviceStorage.write(key, isOn ? 'yes' : 'no')
      changes.emit()
    },
    subscribe: changes.on,
  }
}

/** The current value or setting, for components: re-renders when it changes. */
export const useDeviceValue = <Value>({ subscribe, get }: Subscribable<Value>): Value =>
  useSyncExternalStore(subscribe, get)

/** Setting: show desktop notifications in a background tab even with a conversation open on /messages. */
export const notifyBehindConversation = createDeviceSetting('chat.notifyBehindConversation', () => false)
