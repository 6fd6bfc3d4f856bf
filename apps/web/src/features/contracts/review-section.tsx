// What both sides said about what was agreed: fetched once it is done, with its sentences.
export { WorkReview as ReviewSection } from '../../shared/reviews/work-review.tsx'
