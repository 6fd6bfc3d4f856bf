import type { PageMeta } from '@fettle/protocol'
import type { ReviewSummary } from '@fettle/protocol/reviews'
import { getReview, listReviews } from '@fettle/protocol/reviews/calls'
import { pagesOf } from '../../shared/lists/pages.ts'
import { queryOf } from '../../lib/http/query.ts'
import { type ReviewFilter, toQuery } from './model.ts'

/** Pages of reviews, newest first, with a summary. */
export const reviewsQuery = (filter: ReviewFilter) =>
  pagesOf<typeof listReviews, PageMeta & { summary: ReviewSummary }>(listReviews, { query: toQuery(filter) })

export const reviewQuery = (id: string) => queryOf(getReview, { params: { id } })
