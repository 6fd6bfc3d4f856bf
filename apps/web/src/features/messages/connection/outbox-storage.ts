import { createMemoryStorage, type Storage } from '@fettle/chat-client'

const memory = createMemoryStorage()

/** Stores unsent messages on this device; in memory where storage is refused. */
export const outboxStorage: Storage = {
  async list(prefix) {
    const inMemory = await memory.list(prefix)
    try {
      const stored = (Object.entries(localStorage) as [string, string][]).filter(([key]) => key.startsWith(prefix))
      // A message in memory is newer than its stored state, which could not be replaced.
      return [...new Map([...stored, ...inMemory])]
    } catch {
      return inMemory
    }
  },
  async set(key, value) {
    try {
      localStorage.setItem(key, value)
      await memory.remove(key)
    } catch {
      await memory.set(key, value)
    }
  },
  async remove(key) {
    await memory.remove(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Without local storage, nothing was stored there.
    }
  },
}
