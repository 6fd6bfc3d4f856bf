import type { SearchResult } from '@fettle/protocol/workspace/search'
import { useEffect } from 'react'

/** A record that was opened on this device. Its status is left out: it would be out of date. */
export type OpenedRecord = Pick<SearchResult, 'kind' | 'id' | 'reference' | 'title' | 'customer'>

const KEY = 'opened'
const OWNER_KEY = 'opened-by'
const MAX_RECORDS = 8

/** Records opened on this device, the latest first. */
export function readOpened(): OpenedRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as OpenedRecord[]) : []
  } catch {
    return []
  }
}

/** Puts a record first among those that were opened. */
export function noteOpened({ kind, id, reference, title, customer }: OpenedRecord): void {
  const others = readOpened().filter((each) => each.kind !== kind || each.id !== id)
  const person = customer && { name: customer.name, avatar: customer.avatar }
  const opened: OpenedRecord[] = [{ kind, id, reference, title, customer: person }, ...others]
  try {
    localStorage.setItem(KEY, JSON.stringify(opened.slice(0, MAX_RECORDS)))
  } catch {
    // Storage refused: the search lists the newest records instead.
  }
}

/** Forgets them: somebody else may use the device next. */
export function clearOpened(): void {
  try {
    localStorage.removeItem(KEY)
    localStorage.removeItem(OWNER_KEY)
  } catch {
    // Nothing was stored.
  }
}

/** Forgets what another user opened, whose session ended without a logout here: it expired, or ended elsewhere. */
export function claimOpened(user: string): void {
  try {
    const owner = localStorage.getItem(OWNER_KEY)
    if (owner === user) return
    if (owner !== null) clearOpened()
    localStorage.setItem(OWNER_KEY, user)
  } catch {
    // Nothing is stored.
  }
}

/** Notes that a record is open. Undefined: it is still loading. */
export function useOpened(record: OpenedRecord | undefined): void {
  const key = record && `${record.kind} ${record.id} ${record.title}`
  useEffect(() => {
    if (record) noteOpened(record)
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when another record is opened or renamed
  }, [key])
}
