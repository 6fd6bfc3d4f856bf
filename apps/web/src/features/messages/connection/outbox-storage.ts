import { createMemoryStorage, type Storage } from '@fettle/chat-client'

const memory = createMemoryStorage()

/** Stores unsent messages on this device; in memory where storage is refused. */
export const outboxStorage: Storage = {
  async list(prefix) {
    const inMemory = await memory.list(prefix)
    try {
      const stored = Object.entries(localStorage) as [string, string][]
      return [...stored.filter(([key]) => key.startsWith(prefix)), ...inMemory]
    } catch {
      return inMemory
    }
  },
  async set(key, value) {
    try {
      localStorage.setItem(key, value)
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
