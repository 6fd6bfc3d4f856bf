/** A store of objects by id that persists between visits. */
export interface KeyValueStore<Thing extends { id: string }> {
  all(): Promise<Thing[]>
  put(thing: Thing): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

const storeNames = ['reads', 'outbox'] as const
type StoreName = (typeof storeNames)[number]

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('fettle', 1)
    request.onupgradeneeded = () =>
      storeNames.forEach((name) => request.result.createObjectStore(name, { keyPath: 'id' }))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store did not open'))
  })
  return opened
}

/** A transaction. Browsers close the database of a page in the background: then it is opened again. */
async function openTransaction(name: StoreName, mode: IDBTransactionMode): Promise<IDBTransaction> {
  try {
    return (await open()).transaction(name, mode)
  } catch {
    opened = undefined
    return (await open()).transaction(name, mode)
  }
}

const requestResult = <Result>(request: IDBRequest): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Result)
    request.onerror = () => reject(request.error ?? new Error('The store did not answer'))
  })

/** In-memory store, for tests and browsers that refuse storage. */
export function createMemoryStore<Thing extends { id: string }>(): KeyValueStore<Thing> {
  const things = new Map<string, Thing>()
  return {
    all: async () => [...things.values()],
    put: async (thing) => void things.set(thing.id, thing),
    remove: async (id) => void things.delete(id),
    clear: async () => things.clear(),
  }
}

/** Store in IndexedDB, which holds blobs as they are. Falls back to memory. */
export function openStore<Thing extends { id: string }>(name: StoreName): KeyValueStore<Thing> {
  const fallback = createMemoryStore<Thing>()
  const using = async <Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest,
    instead: () => Promise<Result>,
  ): Promise<Result> => {
    let store: IDBObjectStore
    try {
      store = (await openTransaction(name, mode)).objectStore(name)
    } catch {
      return instead()
    }
    return requestResult<Result>(ask(store))
  }
  return {
    all: () => using<Thing[]>('readonly', (store) => store.getAll(), fallback.all),
    put: async (thing) => {
      await using<void>(
        'readwrite',
        (store) => store.put(thing),
        () => fallback.put(thing),
      )
    },
    remove: (id) =>
      using<void>(
        'readwrite',
        (store) => store.delete(id),
        () => fallback.remove(id),
      ),
    clear: () => using<void>('readwrite', (store) => store.clear(), fallback.clear),
  }
}
