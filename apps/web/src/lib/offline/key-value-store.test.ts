import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStore } from './key-value-store.ts'

let database: ReturnType<typeof createFakeIndexedDb>
beforeEach(() => {
  database = createFakeIndexedDb()
  vi.stubGlobal('indexedDB', database)
})
afterEach(() => {
  database.closeAll()
  vi.unstubAllGlobals()
})

const requestOf = <Result>(result: Result) => {
  const request = { result, onsuccess: () => undefined }
  queueMicrotask(() => request.onsuccess())
  return request
}

/** IndexedDB with one store, whose connections can be closed as a browser does to pages in the background. */
function createFakeIndexedDb() {
  const rows = new Map<string, { id: string }>()
  const connections: { isClosed: boolean }[] = []
  const store = {
    getAll: () => requestOf([...rows.values()]),
    put: (row: { id: string }) => requestOf(rows.set(row.id, row)),
  }
  const open = () => {
    const connection = {
      isClosed: false,
      transaction() {
        if (connection.isClosed) throw new DOMException('The database connection is closing', 'InvalidStateError')
        return { objectStore: () => store }
      },
    }
    connections.push(connection)
    return requestOf(connection)
  }
  return { open, closeAll: () => connections.forEach((connection) => (connection.isClosed = true)) }
}

it('stays on the device when the browser has closed its database', async () => {
  const store = openStore('outbox')
  await store.put({ id: 'before' })
  database.closeAll()
  expect(await store.all()).toEqual([{ id: 'before' }])
  database.closeAll()
  await store.put({ id: 'after' })
  expect(await openStore('outbox').all()).toEqual([{ id: 'before' }, { id: 'after' }])
})
