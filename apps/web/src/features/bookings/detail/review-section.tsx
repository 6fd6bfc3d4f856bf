// Reviews of a booking, loaded with their messages once it is over.
export { WorkReview as ReviewSection } from '../../../shared/reviews/work-review.tsx'
