import { listBookings } from '@fettle/protocol/bookings/calls'
import { createChannel, getStreamToken } from '@fettle/protocol/workspace/calls'
import { call } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'

/** Fetches a chat token for the signed-in provider, with the chat's public key. */
export const fetchStreamToken = () => call(getStreamToken, {})

/** Bookings with one customer, latest first. */
export const bookingsWith = (customerId: string) => queryOf(listBookings, { query: { customerId, limit: 10 } })

/** Opens the conversation with a customer; creates it if there is none. */
export const openChannelWith = (participantId: string) => call(createChannel, { body: { participantId } })
