import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { errorText } from '../lib/http/error-text.ts'
import { toast } from '../ui/feedback/toast.ts'

/** Shows a toast when the next page of a list cannot be loaded. The rows stay, so the screen does not say so. */
export function notifyFailedPages(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (!event.query.state.fetchMeta?.fetchMore) return
    toast.error(t`We couldn't load more.`, {
      id: 'more',
      body: errorText(event.action.error, t`Try again in a moment.`),
    })
  })
}
