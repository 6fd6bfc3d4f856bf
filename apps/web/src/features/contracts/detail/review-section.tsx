// Reviews of a contract, loaded with their messages once it is completed.
export { WorkReview as ReviewSection } from '../../../shared/reviews/work-review.tsx'
