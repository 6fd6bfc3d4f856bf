import type { Reading, UnreadOverview } from '@fettle/protocol/chat/channels/read-state'
import type { ReadingRow, ReadStateRow, UnreadRow } from './reading.store.ts'

/** The read state after reading to `requestedSeq`. Undefined: unchanged. It never goes back. */
export function decideRead(row: ReadingRow, requestedSeq: number | undefined): number | undefined {
  const seq = Math.max(Math.min(requestedSeq ?? row.last_seq, row.last_seq), row.last_read_seq)
  return seq > row.last_read_seq || (row.unread_count > 0 && seq === row.last_seq) ? seq : undefined
}

export function toReading(row: ReadStateRow): Reading {
  return { version: row.read_state_version, lastReadSeq: row.last_read_seq, unreadCount: row.unread_count }
}

/** Totals and unread channels. */
export function toOverview(rows: readonly UnreadRow[]): UnreadOverview {
  const first = rows[0]
  return {
    totalUnread: first?.total_unread ?? 0,
    unreadChannels: first?.unread_channels ?? 0,
    channels: rows.map((row) => ({ cid: row.cid, ...toReading(row) })),
    complete: rows.length === (first?.unread_channels ?? 0),
  }
}
