import {
  askReviewOfBooking,
  askReviewOfContract,
  contestReview,
  getBookingReview,
  getContractReview,
  rateCustomerOfBooking,
  rateCustomerOfContract,
  replyToReview,
  type ContestReason,
  type CustomerTag,
  type Review,
  type ReviewedWork,
  type WorkReview,
} from '@fettle/protocol/reviews'
import { createUpload } from '@fettle/protocol/common/uploads'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'

export type WorkKey = Pick<ReviewedWork, 'type' | 'id'>

/** What both sides said about work. Among the reviews, so that it is read again when one of them changes. */
export const workReviewQuery = ({ type, id }: WorkKey) =>
  queryOptions({
    queryKey: ['reviews', 'ofWork', { type, id }],
    queryFn: ({ signal }): Promise<WorkReview> =>
      call(type === 'BOOKING' ? getBookingReview : getContractReview, { params: { id } }, { signal }),
  })

const readAgain = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** What the provider thinks of the customer. It unseals what the customer wrote. */
export const ratingCustomer = (client: QueryClient, work: WorkKey) =>
  mutationOptions({
    networkMode: 'always',
    mutationFn: (body: { rating: number; tags: CustomerTag[]; note: string }) =>
      call(work.type === 'BOOKING' ? rateCustomerOfBooking : rateCustomerOfContract, {
        params: { id: work.id },
        body,
      }),
    onSettled: () => readAgain(client),
  })

/** Asks the customer in the chat. */
export const askingForReview = (client: QueryClient, work: WorkKey) =>
  mutationOptions({
    networkMode: 'always',
    mutationFn: () =>
      call(work.type === 'BOOKING' ? askReviewOfBooking : askReviewOfContract, { params: { id: work.id }, body: {} }),
    onSettled: () => readAgain(client),
  })

export const replying = (client: QueryClient, { id, version }: Pick<Review, 'id' | 'version'>) =>
  mutationOptions({
    networkMode: 'always',
    mutationFn: (text: string) => call(replyToReview, { params: { id }, body: { text, version } }),
    onSettled: () => readAgain(client),
  })

export interface Objection {
  reasonCode: ContestReason
  note: string
  files: readonly File[]
}

/** Says that a review should not be there, with what proves it first. */
export const contesting = (client: QueryClient, { id, version }: Pick<Review, 'id' | 'version'>) =>
  mutationOptions({
    networkMode: 'always',
    mutationFn: async ({ reasonCode, note, files }: Objection) => {
      const evidenceFileIds: string[] = []
      for (const file of files) {
        evidenceFileIds.push((await call(createUpload, { body: { purpose: 'EVIDENCE' }, file })).id)
      }
      return call(contestReview, { params: { id }, body: { reasonCode, note, evidenceFileIds, version } })
    },
    onSettled: () => readAgain(client),
  })
