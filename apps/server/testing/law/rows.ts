import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import { basicRows } from './basic.rows.ts'
import { channelRows } from './channels.rows.ts'
import { insideRows, insideWithoutRow } from './inside.rows.ts'
import type { LawRow } from './law.ts'
import { messageRows } from './messages.rows.ts'

/** Every command with a row: add a file of your noun's rows here. */
export const rows: LawRow[] = [...basicRows, ...messageRows, ...channelRows, ...insideRows]

/** Calls that change nothing a member's snapshot of a channel shows: they only ask, or concern no channel. */
export const withoutRow: ChatOperationName[] = [
  ...insideWithoutRow,
  'users.upsert',
  'users.token',
  'users.signal',
  'users.presence',
  'channels.query',
  'channels.create',
  'channels.get',
  'channels.unwatch',
  'channels.events',
  'messages.list',
  'messages.get',
  'messages.pinned',
  'messages.search',
  'media.list',
  'threads.replies',
  'threads.list',
  'threads.unread',
  'unread.get',
  'typing.set',
  'channels.report',
  'channels.export',
  'reports.list',
  'users.disconnect',
  'users.deactivate',
  'users.suspend',
  'users.delete',
  'app.suspend',
  // For direct channels only; it is told as `channels.update` is.
  'channels.block',
]
