import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useNow } from '../../lib/browser/now.ts'
import { isRetryable } from '../../lib/offline/mutation-queue.ts'
import { useLastValue } from '../../lib/browser/use-last-value.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { ReviewItem } from '../../shared/reviews/review-item.tsx'
import { starsText } from '../../shared/reviews/labels.ts'
import { PagedRows } from '../../shared/lists/paged-rows.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/navigation/filter-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { reviewQuery, reviewsQuery } from './api.ts'
import { readFilter, reviewFilters, type ReviewFilter } from './model.ts'
import { Summary } from './summary.tsx'

/** Reviews with their summary and answers. */
export function Component() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const highlightedId = search.get('review')
  const reviews = useInfiniteQuery(reviewsQuery(filter))
  const summary = useLastValue(reviews.data?.pages[0]?.summary)
  const open = (next: ReviewFilter) => setSearch(next === 'all' ? {} : { show: next }, { replace: true })
  const labels: Record<ReviewFilter, string> = {
    all: t`All`,
    unanswered: t`Needs reply`,
    '5': starsText(5),
    '4': starsText(4),
    '3': starsText(3),
    '2': starsText(2),
    '1': starsText(1),
    hidden: t`Hidden`,
  }
  const [five, four, three, two, one] = summary?.distribution ?? []
  const counts: Record<ReviewFilter, number | undefined> = {
    all: summary?.count,
    unanswered: summary?.unanswered,
    '5': five,
    '4': four,
    '3': three,
    '2': two,
    '1': one,
    hidden: summary?.hidden,
  }
  return (
    <Page title={t`Reviews`}>
      {highlightedId && (
        <HighlightedReview id={highlightedId} opensReply={search.get('action') === 'reply'} now={now} />
      )}
      {summary && summary.count > 0 && !highlightedId && <Summary summary={summary} />}
      {/* Rendered after the summary, so that the layout does not shift. */}
      {!highlightedId && (summary || reviews.isError) && (
        <FilterBar<ReviewFilter>
          label={t`Filter reviews`}
          options={reviewFilters
            .filter((name) => name !== 'hidden' || filter === 'hidden' || (summary?.hidden ?? 0) > 0)
            .map((name) => ({ name, label: labels[name], count: counts[name] }))}
          current={filter}
          onChange={open}
        />
      )}
      <PagedRows
        query={reviews}
        rowsOf={({ rows }) => rows.filter(({ id }) => id !== highlightedId)}
        failed={t`We couldn't load your reviews.`}
        empty={
          !highlightedId && (
            <EmptyState
              icon={<MessageSquareQuote size={26} />}
              title={filter === 'all' ? <Trans>No reviews yet</Trans> : <Trans>No reviews here</Trans>}
            >
              {filter === 'all' && (
                <Trans>Customers can review you for 14 days after a job. Ask for a review from the booking.</Trans>
              )}
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <>
            {highlightedId && (
              <h2 className="text-lg font-semibold">
                <Trans>Your other reviews</Trans>
              </h2>
            )}
            <ul className="grid grid-cols-1 gap-4" aria-label={t`Reviews`}>
              {rows.map((review) => (
                <li key={review.id}>
                  <Card className="p-4 md:p-5">
                    <ReviewItem review={review} now={now} />
                  </Card>
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedRows>
    </Page>
  )
}

/** The review an address names, for example from a notification. */
function HighlightedReview({ id, opensReply, now }: { id: string; opensReply: boolean; now: Date }) {
  const query = useQuery(reviewQuery(id))
  const { data, error } = query
  return (
    <section aria-label={t`This review`} className="grid gap-3">
      {data && (
        <Card className="border-line-strong p-4 md:p-5">
          <ReviewItem key={id} review={data} now={now} opensReply={opensReply} />
        </Card>
      )}
      {error && !data && isRetryable(error) && <LoadError title={t`We couldn't load this review.`} query={query} />}
      {error && !data && !isRetryable(error) && (
        <Banner tone="warning" title={<Trans>We couldn't find that review.</Trans>}>
          <Trans>The link may be wrong, or it belongs to another account.</Trans>
        </Banner>
      )}
      <Link
        to={paths.reviews}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-text underline"
      >
        <Trans>See all reviews</Trans>
      </Link>
    </section>
  )
}
