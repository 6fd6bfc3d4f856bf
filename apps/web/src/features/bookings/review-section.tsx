// What both sides said about a job: fetched once it is over, with its sentences.
export { WorkReview as ReviewSection } from '../../shared/reviews/work-review.tsx'
