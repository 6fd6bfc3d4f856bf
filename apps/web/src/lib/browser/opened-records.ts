import type { SearchResult } from '@fettle/protocol/workspace/search'
import { useEffect } from 'react'
import { deviceStorage } from './safe-storage.ts'

/** A record that was opened on this device. Its status is left out: it would be out of date. */
export type OpenedRecord = Pick<SearchResult, 'kind' | 'id' | 'reference' | 'title' | 'customer'>

const KEY = 'opened'
const OWNER_KEY = 'opened-by'
const MAX_RECORDS = 8

/** Records opened on this device, the latest first. */
export function readOpened(): OpenedRecord[] {
  const stored = deviceStorage.readJson(KEY)
  return Array.isArray(stored) ? (stored as OpenedRecord[]) : []
}

/** Puts a record first among those that were opened. */
export function recordOpened({ kind, id, reference, title, customer }: OpenedRecord): void {
  const others = readOpened().filter((each) => each.kind !== kind || each.id !== id)
  const person = customer && { name: customer.name, avatar: customer.avatar }
  const opened: OpenedRecord[] = [{ kind, id, reference, title, customer: person }, ...others]
  deviceStorage.writeJson(KEY, opened.slice(0, MAX_RECORDS))
}

/** Removes the list of opened records, because somebody else may use the device next. */
export function clearOpened(): void {
  deviceStorage.write(KEY, null)
  deviceStorage.write(OWNER_KEY, null)
}

/** Removes what another user opened, whose session ended without a logout here: it expired, or ended elsewhere. */
export function claimOpened(user: string): void {
  const owner = deviceStorage.read(OWNER_KEY)
  if (owner === user) return
  if (owner !== null) clearOpened()
  deviceStorage.write(OWNER_KEY, user)
}

/** Records that a record is open. Undefined: it is still loading. */
export function useOpened(record: OpenedRecord | undefined): void {
  const key = record && `${record.kind} ${record.id} ${record.title}`
  useEffect(() => {
    if (record) recordOpened(record)
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when another record is opened or renamed
  }, [key])
}
