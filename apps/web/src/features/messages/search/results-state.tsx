import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Search, SearchX } from 'lucide-react'
import { useConnection } from '../../../lib/http/connection.ts'
import { LoadMore } from '../loading/load-more.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { NotHere, NotLoaded } from '../loading/not-loaded.tsx'
import type { MessageSearch } from './use-message-search.ts'

/**
 * States of a search without results to show: idle, loading, empty or failed. The count is announced to screen readers.
 */
export function ResultsState({ found, q }: { found: MessageSearch; q: string }) {
  const { messages, isIdle, isLoading, failed, retry, hasMore } = found
  const isConnected = useConnection()
  const count = messages.length
  return (
    <>
      <output className="sr-only">
        {!isIdle && !isLoading && !failed && !hasMore && (
          <Plural value={count} _0="No messages found" one="# message found" other="# messages found" />
        )}
      </output>
      {isIdle && (
        <EmptyState icon={<Search size={26} />} title={<Trans>Search messages</Trans>}>
          <Trans>The start of a word is enough: “boil” finds “boiler”. Newest first.</Trans>
        </EmptyState>
      )}
      {!isIdle && count === 0 && isLoading && !isConnected && <NotHere />}
      {!isIdle && count === 0 && isLoading && isConnected && (
        <div role="status" aria-busy="true" aria-label={t`Loading`} className="grid gap-3 p-5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {failed && (
        <NotLoaded icon={<SearchX size={26} />} title={<Trans>Search failed</Trans>} busy={isLoading} onRetry={retry} />
      )}
      {!isIdle && count === 0 && !isLoading && !failed && (
        <EmptyState icon={<SearchX size={26} />} title={<Trans>No messages with “{q}”</Trans>}>
          <Trans>Try fewer words, or just the start of a word.</Trans>
        </EmptyState>
      )}
    </>
  )
}

export const MoreResults = ({ found: { hasMore, isLoading, loadMore } }: { found: MessageSearch }) => (
  <LoadMore hasMore={hasMore} busy={isLoading} onClick={loadMore} />
)
