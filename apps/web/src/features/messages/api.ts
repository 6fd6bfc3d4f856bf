import { listBookings } from '@fettle/protocol/bookings/calls'
import { createChannel, getStreamToken } from '@fettle/protocol/workspace/calls'
import { call, callWithMeta } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'

/** Fetches a chat token for the signed-in provider, with the chat's public key. The token may be beside the data. */
export async function fetchStreamToken(): Promise<{ token: string; appKey: string | undefined }> {
  const answer = await callWithMeta(getStreamToken, {})
  const data: Partial<typeof answer.data> | undefined = answer.data
  const { token, streamToken } = answer.body
  const chatToken = [token, data?.token, streamToken].find((each) => typeof each === 'string')
  return { token: chatToken ?? '', appKey: data?.appKey }
}

/** Bookings with one customer, latest first. */
export const bookingsWith = (customerId: string) => queryOf(listBookings, { query: { customerId, limit: 10 } })

/** Opens the conversation with a customer; creates it if there is none. */
export const openChannelWith = (participantId: string) => call(createChannel, { body: { participantId } })
