import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../lib/http/query.ts'

/** Where the inbox is and whose it is. It stays the same until the service refuses it. */
export const inboxSessionQuery = queryOptions({
  ...queryOf(getNotificationSession, {}),
  staleTime: 'static',
  retry: true,
  retryDelay: (attempt) => Math.min(2_000 * 2 ** attempt, 60_000),
})
