import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { handleTimers } from './review.workflow.ts'
import { serveMarketplaceReviews, serveReviews } from './reviews.routes.ts'
import type { ContestDeps } from './reviews.service.ts'

export { reviewSubject } from './dispute-subject.service.ts'
export { deletePhotosOf as deleteReviewPhotosOf, showReview } from './marketplace.service.ts'
export { listAllReviews, listNewest as listNewestReviews } from './reviews.service.ts'
export { deleteByProvider as deleteReviewsOf, deleteRatingNotesAbout } from './reviews.store.ts'

/** Registers reviews, ratings and replies. */
export function registerReviews(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'marketplace'>,
  { openDispute }: Pick<ContestDeps, 'openDispute'>,
): void {
  handleTimers(deps)
  serveReviews({ ...deps, openDispute }, routers)
  serveMarketplaceReviews(deps, routers)
}
