/** A drawer of this device: things under their ids, kept between visits. */
export interface Drawer<Thing extends { id: string }> {
  all(): Promise<Thing[]>
  put(thing: Thing): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

const drawers = ['reads', 'outbox'] as const
type DrawerName = (typeof drawers)[number]

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('fettle', 1)
    request.onupgradeneeded = () => drawers.forEach((name) => request.result.createObjectStore(name, { keyPath: 'id' }))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store did not open'))
  })
  return opened
}

const asked = <Result>(request: IDBRequest): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Result)
    request.onerror = () => reject(request.error ?? new Error('The store did not answer'))
  })

/** A drawer that forgets when the page is left: for tests, and for browsers that refuse to store. */
export function forgetfulDrawer<Thing extends { id: string }>(): Drawer<Thing> {
  const things = new Map<string, Thing>()
  return {
    all: async () => [...things.values()],
    put: async (thing) => void things.set(thing.id, thing),
    remove: async (id) => void things.delete(id),
    clear: async () => things.clear(),
  }
}

/** A drawer in IndexedDB, which takes photos as they are. Where the browser has none, what is put in is soon forgotten. */
export function openDrawer<Thing extends { id: string }>(name: DrawerName): Drawer<Thing> {
  const fallback = forgetfulDrawer<Thing>()
  const using = async <Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest,
    instead: () => Promise<Result>,
  ): Promise<Result> => {
    let store: IDBObjectStore
    try {
      store = (await open()).transaction(name, mode).objectStore(name)
    } catch {
      return instead()
    }
    return asked<Result>(ask(store))
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
