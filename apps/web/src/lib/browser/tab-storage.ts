import { createSafeStorage } from './safe-storage.ts'

/** Session storage of this tab: survives reloads, not the tab. Holds no long-lived secrets. */
const tabStorage = createSafeStorage(() => sessionStorage)

/** Key of the address to return to after signing in. */
export const RETURN_TO_KEY = 'place'

/** Reads a value stored in this tab, which the caller validates. */
export const readTab = tabStorage.readJson

/** Stores a value in this tab, or removes the key when the value is undefined. */
export const writeTab = tabStorage.writeJson

/** Lists the keys of this tab that start with `prefix`. */
export const tabKeys = tabStorage.keys
