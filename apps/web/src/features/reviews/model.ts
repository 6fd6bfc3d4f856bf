import { visibleReviews } from '@fettle/protocol/reviews/constants'

/** Filters: visible, unanswered, by number of stars, hidden by moderation. */
export const shows = ['all', 'unanswered', '5', '4', '3', '2', '1', 'hidden'] as const
export type Show = (typeof shows)[number]

/** Parses the filter from the address; all when absent or unknown. */
export function showOf(search: URLSearchParams): Show {
  const asked = search.get('show')
  return shows.find((show) => show === asked) ?? 'all'
}

/** Hidden reviews are excluded elsewhere, so that lists match the counts. */
const visible = visibleReviews.join(',')

type Filter = { stars?: string; unanswered?: 'true'; status?: string }

export function filterOf(show: Show): Filter {
  switch (show) {
    case 'all':
      return { status: visible }
    case 'unanswered':
      return { unanswered: 'true' }
    case 'hidden':
      return { status: 'HIDDEN' }
    default:
      return { stars: show, status: visible }
  }
}

/** Width of a bar in percent of the total. */
export const shareOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100))
