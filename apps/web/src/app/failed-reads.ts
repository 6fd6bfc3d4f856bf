import { t } from '@lingui/core/macro'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { isApiError } from '../lib/http/api-error.ts'
import { errorText } from '../lib/http/error-text.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { toast } from '../ui/feedback/toast.ts'

/** Failures of the server, without those that a screen explains: a lost connection or a missing record. */
const isServerFailure = (error: unknown): boolean => isApiError(error) && (error.status >= 500 || error.status === 429)

/**
 * Shows a toast when the next page of a list cannot be loaded, or what is shown cannot be loaded again. The old data
 * stays, so the screen does not say so.
 */
export function notifyFailedReads(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { query, action } = event
    const body = errorText(action.error, t`Try again in a moment.`)
    if (query.state.fetchMeta?.fetchMore) {
      toast.error(t`We couldn't load more.`, { id: 'more', body })
    } else if (query.state.data !== undefined && query.isActive() && isServerFailure(action.error)) {
      if (query.queryHash === hashKey(profileQuery.queryKey))
        toast.error(t`Failed to fetch profile`, { id: 'profile', body })
      else toast.error(t`We couldn't load the latest data.`, { id: 'refresh', body })
    }
  })
}
