import { wait } from '../wait.ts'

/** How long ids are collected into one call; a screen renders within a frame. */
const COLLECT_MS = 10

/**
 * Loads records by id, in one call for ids that are requested shortly after each other, at most `maxIds` of them. `load`
 * returns the existing records; the others become null. A failure rejects every load of the call.
 */
export function createBatch<Value extends { id: string }>(
  load: (ids: string[]) => Promise<readonly Value[]>,
  maxIds: number,
): (id: string) => Promise<Value | null> {
  let open: { ids: Set<string>; records: Promise<ReadonlyMap<string, Value>> } | undefined

  function openBatch() {
    const ids = new Set<string>()
    const records = wait(COLLECT_MS).then(async () => {
      if (open?.ids === ids) open = undefined
      return new Map((await load([...ids])).map((record) => [record.id, record]))
    })
    return { ids, records }
  }

  return async (id) => {
    if (!open || open.ids.size === maxIds) open = openBatch()
    open.ids.add(id)
    return (await open.records).get(id) ?? null
  }
}
