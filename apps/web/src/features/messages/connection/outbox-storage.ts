import type { Storage } from '@fettle/chat-client'
import { deviceStorage } from '../../../lib/browser/safe-storage.ts'

/** Stores unsent messages on this device; in memory where storage is refused. */
export const outboxStorage: Storage = {
  list: async (prefix) => deviceStorage.keys(prefix).map((key) => [key, deviceStorage.read(key) ?? '']),
  set: async (key, value) => deviceStorage.write(key, value),
  remove: async (key) => deviceStorage.write(key, null),
}
