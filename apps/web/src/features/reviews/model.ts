import { visibleReviews } from '@fettle/protocol/reviews/constants'

/** Filters: visible, unanswered, by number of stars, hidden by moderation. */
export const reviewFilters = ['all', 'unanswered', '5', '4', '3', '2', '1', 'hidden'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** Parses the filter from the address; all when absent or unknown. */
export function readFilter(search: URLSearchParams): ReviewFilter {
  const requestedFilter = search.get('show')
  return reviewFilters.find((filter) => filter === requestedFilter) ?? 'all'
}

/** Hidden reviews are excluded elsewhere, so that lists match the counts. */
const visible = visibleReviews.join(',')

type ReviewsQuery = { stars?: string; unanswered?: 'true'; status?: string }

/** The query of the list behind a filter. */
export function toQuery(filter: ReviewFilter): ReviewsQuery {
  switch (filter) {
    case 'all':
      return { status: visible }
    case 'unanswered':
      return { unanswered: 'true' }
    case 'hidden':
      return { status: 'HIDDEN' }
    default:
      return { stars: filter, status: visible }
  }
}

/** Width of a bar in percent of the total. */
export const shareOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100))
