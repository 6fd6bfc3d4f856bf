import type { ContestReason, CustomerTag, Review, ReviewedWork, WorkReview } from '@fettle/protocol/reviews'
import {
  askReviewOfBooking,
  askReviewOfContract,
  contestReview,
  getBookingReview,
  getContractReview,
  rateCustomerOfBooking,
  rateCustomerOfContract,
  replyToReview,
} from '@fettle/protocol/reviews/calls'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { uploadEvidence } from '../forms/upload-evidence.ts'

export type WorkKey = Pick<ReviewedWork, 'type' | 'id'>

/** Reviews of both sides on a booking or contract. Keyed with the reviews, so that changes invalidate it. */
export const workReviewQuery = ({ type, id }: WorkKey) =>
  queryOptions({
    queryKey: ['reviews', 'ofWork', { type, id }],
    queryFn: ({ signal }): Promise<WorkReview> =>
      call(type === 'BOOKING' ? getBookingReview : getContractReview, { params: { id } }, { signal }),
  })

const invalidateReviews = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** Mutation that rates the customer, which unseals the customer's review. */
export const ratingCustomer = (client: QueryClient, work: WorkKey) =>
  mutationOptions({
    mutationFn: (body: { rating: number; tags: CustomerTag[]; note: string }) =>
      call(work.type === 'BOOKING' ? rateCustomerOfBooking : rateCustomerOfContract, {
        params: { id: work.id },
        body,
      }),
    onSettled: () => invalidateReviews(client),
  })

/** Mutation that asks the customer for a review in the chat. */
export const askingForReview = (client: QueryClient, work: WorkKey) =>
  mutationOptions({
    mutationFn: () =>
      call(work.type === 'BOOKING' ? askReviewOfBooking : askReviewOfContract, { params: { id: work.id }, body: {} }),
    onSettled: () => invalidateReviews(client),
  })

/** Mutation that replies to a review or edits the reply. */
export const replying = (client: QueryClient, { id, version }: Pick<Review, 'id' | 'version'>) =>
  mutationOptions({
    mutationFn: (text: string) => call(replyToReview, { params: { id }, body: { text, version } }),
    onSettled: () => invalidateReviews(client),
  })

export interface Objection {
  reasonCode: ContestReason
  note: string
  files: readonly File[]
}

/** Mutation that contests a review; uploads the evidence first. */
export const contesting = (client: QueryClient, { id, version }: Pick<Review, 'id' | 'version'>) =>
  mutationOptions({
    mutationFn: async ({ reasonCode, note, files }: Objection) => {
      const evidenceFileIds = await uploadEvidence(files)
      return call(contestReview, { params: { id }, body: { reasonCode, note, evidenceFileIds, version } })
    },
    onSettled: () => invalidateReviews(client),
  })
