interface SafeStorage {
  /** Reads a value; null when there is none. */
  read: (key: string) => string | null
  /** Stores a value, or removes the key when there is no value. */
  write: (key: string, value: string | null | undefined) => void
  /** Reads a value stored by `writeJson`, which the caller validates; undefined when there is none or it is malformed. */
  readJson: (key: string) => unknown
  /** Stores a value as JSON, or removes the key when the value is undefined. */
  writeJson: (key: string, value: unknown) => void
  /** Lists the keys that start with `prefix`. */
  keys: (prefix: string) => string[]
}

/**
 * Wraps a storage of the browser, which throws in private windows, with blocked cookies and when it is full. Values that
 * it refuses are kept in memory until the page is left.
 */
export function createSafeStorage(storage: () => Storage): SafeStorage {
  const refused = new Map<string, string>()
  const read = (key: string): string | null => {
    try {
      return refused.get(key) ?? storage().getItem(key)
    } catch {
      return null
    }
  }
  const write = (key: string, value: string | null | undefined): void => {
    refused.delete(key)
    try {
      if (typeof value === 'string') storage().setItem(key, value)
      else storage().removeItem(key)
    } catch {
      if (typeof value === 'string') refused.set(key, value)
    }
  }
  return {
    read,
    write,
    readJson(key) {
      try {
        return JSON.parse(read(key) ?? '') as unknown
      } catch {
        return undefined
      }
    },
    writeJson: (key, value) => write(key, value === undefined ? undefined : JSON.stringify(value)),
    keys(prefix) {
      const keys = new Set(refused.keys())
      try {
        Object.keys(storage()).forEach((key) => keys.add(key))
      } catch {
        // The storage cannot be read: all keys are in memory.
      }
      return [...keys].filter((key) => key.startsWith(prefix))
    },
  }
}

/** Local storage of this device. */
export const deviceStorage = createSafeStorage(() => localStorage)
