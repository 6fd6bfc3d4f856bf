import { listBookings } from '@fettle/protocol/bookings'
import { createChannel, getStreamToken } from '@fettle/protocol/workspace/channels'
import { call } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'

/** A chat token for whoever is signed in, with the public key of the chat it is for. */
export const fetchStreamToken = () => call(getStreamToken, {})

/** Bookings with one customer, the latest first. */
export const bookingsWith = (customerId: string) => queryOf(listBookings, { query: { customerId, limit: 10 } })

/** The conversation with a customer, made if there is none yet. */
export const openChannelWith = (participantId: string) => call(createChannel, { body: { participantId } })
