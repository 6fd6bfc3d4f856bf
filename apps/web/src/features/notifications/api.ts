import { getNotificationSession } from '@fettle/protocol/notifications/calls'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../lib/http/query.ts'

/** Connection data of the notification inbox. Cached until the service rejects it. */
export const inboxSessionQuery = queryOptions({
  ...queryOf(getNotificationSession, {}),
  staleTime: 'static',
  retry: true,
  retryDelay: (attempt) => Math.min(2_000 * 2 ** attempt, 60_000),
})
