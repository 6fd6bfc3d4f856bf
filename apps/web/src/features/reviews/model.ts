import { visibleReviews } from '@fettle/protocol/reviews'

/** Which reviews are shown: all that everybody sees, those without an answer, those with so many stars, or those that were taken down. */
export const shows = ['all', 'unanswered', '5', '4', '3', '2', '1', 'hidden'] as const
export type Show = (typeof shows)[number]

/** What an address asks for; all where it asks for nothing that is there. */
export function showOf(search: URLSearchParams): Show {
  const asked = search.get('show')
  return shows.find((show) => show === asked) ?? 'all'
}

/** What was taken down counts nowhere else: the rows are those that were counted. */
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

/** How much of a bar is filled, in percent: the most is a whole one. */
export const shareOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100))
