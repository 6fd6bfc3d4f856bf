/** A store of objects by id that persists between visits. */
export interface KeyValueStore<Item extends { id: string }> {
  all(): Promise<Item[]>
  put(item: Item): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

const storeNames = ['reads', 'outbox'] as const
type StoreName = (typeof storeNames)[number]

let database: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('fettle', 1)
    request.onupgradeneeded = () =>
      storeNames.forEach((name) => request.result.createObjectStore(name, { keyPath: 'id' }))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store did not open'))
  })
  return database
}

/** Opens a transaction, and the database again if the browser has closed it while the page was in the background. */
async function openTransaction(name: StoreName, mode: IDBTransactionMode): Promise<IDBTransaction> {
  try {
    return (await openDatabase()).transaction(name, mode)
  } catch {
    database = undefined
    return (await openDatabase()).transaction(name, mode)
  }
}

const requestResult = <Result>(request: IDBRequest): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Result)
    request.onerror = () => reject(request.error ?? new Error('The store did not answer'))
  })

/** In-memory store, for tests and browsers that refuse storage. */
export function createMemoryStore<Item extends { id: string }>(): KeyValueStore<Item> {
  const items = new Map<string, Item>()
  return {
    all: async () => [...items.values()],
    put: async (item) => void items.set(item.id, item),
    remove: async (id) => void items.delete(id),
    clear: async () => items.clear(),
  }
}

/** Store in IndexedDB, which holds blobs as they are. Falls back to memory. */
export function openStore<Item extends { id: string }>(name: StoreName): KeyValueStore<Item> {
  const memory = createMemoryStore<Item>()
  const run = async <Result>(
    mode: IDBTransactionMode,
    createRequest: (store: IDBObjectStore) => IDBRequest,
    runInMemory: () => Promise<Result>,
  ): Promise<Result> => {
    let store: IDBObjectStore
    try {
      store = (await openTransaction(name, mode)).objectStore(name)
    } catch {
      return runInMemory()
    }
    return requestResult<Result>(createRequest(store))
  }
  return {
    all: () => run<Item[]>('readonly', (store) => store.getAll(), memory.all),
    put: async (item) => {
      await run<void>(
        'readwrite',
        (store) => store.put(item),
        () => memory.put(item),
      )
    },
    remove: (id) =>
      run<void>(
        'readwrite',
        (store) => store.delete(id),
        () => memory.remove(id),
      ),
    clear: () => run<void>('readwrite', (store) => store.clear(), memory.clear),
  }
}
