import type { PageMeta } from '@fettle/protocol'
import type { Review, ReviewSummary } from '@fettle/protocol/reviews'
import { getReview, listReviews } from '@fettle/protocol/reviews/calls'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callWithMeta } from '../../lib/http/api.ts'
import { keyOf, queryOf } from '../../lib/http/query.ts'
import { type ReviewFilter, toQuery } from './model.ts'

const PAGE_SIZE = 20

interface ReviewsPage extends PageMeta {
  reviews: Review[]
  summary: ReviewSummary
}

/** Pages of reviews, newest first, with a summary. */
export const reviewsQuery = (filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(listReviews, { filter }),
    queryFn: async ({ pageParam, signal }): Promise<ReviewsPage> => {
      const query = { ...toQuery(filter), limit: PAGE_SIZE, cursor: pageParam }
      const { data, meta } = await callWithMeta(listReviews, { query }, { signal })
      return { ...(meta as unknown as Omit<ReviewsPage, 'reviews'>), reviews: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export const reviewQuery = (id: string) => queryOf(getReview, { params: { id } })
