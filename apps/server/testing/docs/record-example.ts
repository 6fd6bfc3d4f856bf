import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '@fettle/protocol'

/** Folder for recorded calls, one file each. Absent: nothing is recorded. `scripts/examples.mjs` sets it. */
const folder = process.env['FETTLE_EXAMPLES']

/** Records a successful call of a test as the example of its operation in the API reference. */
export function recordExample(operation: Operation, input: object, response: object): void {
  if (folder === undefined) return
  const { params, query, body } = input as { params?: object; query?: object; body?: object }
  const sent = { ...(params && { params }), ...(query && { query }), ...(body && !operation.file && { body }) }
  const answer = operation.produces ? {} : { response: shorten(response) }
  writeFileSync(join(folder, `${operation.name}.json`), JSON.stringify({ input: sent, ...answer }))
}

/** Two entries of a list show its shape. */
const MAX_ENTRIES = 2

/** Leaves out further entries of lists, and replaces the address of the test's server. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/^http:\/\/(127\.0\.0\.1|localhost):\d+/, 'https://fettle.example')
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each)]))
}
