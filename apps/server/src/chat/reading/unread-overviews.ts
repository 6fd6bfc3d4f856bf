import type { UnreadOverview } from '@fettle/protocol/chat/channels/read-state'
import type { Queryable } from '../../platform/db/db.ts'
import { createBatcher } from '../core/batcher.ts'
import { toOverview } from './reading.rules.ts'
import * as store from './reading.store.ts'

const MAX_LISTED_CHANNELS = 100
const MAX_OVERVIEWS_AT_ONCE = 50

/** Unread counts of users. Requests of several users at about the same time share statements. */
export interface UnreadOverviews {
  of(userId: string): Promise<UnreadOverview>
}

export function createUnreadOverviews(db: Queryable): UnreadOverviews {
  const batcher = createBatcher({
    max: MAX_OVERVIEWS_AT_ONCE,
    write: (userIds: string[]) => store.listUnread(db, [...new Set(userIds)], MAX_LISTED_CHANNELS),
    finish(userIds, rows) {
      const byUser = new Map(userIds.map((userId) => [userId, [] as store.UnreadRow[]]))
      for (const row of rows) byUser.get(row.user_id)?.push(row)
      return userIds.map((userId) => toOverview(byUser.get(userId) ?? []))
    },
  })
  return { of: (userId) => batcher.add(userId) }
}
