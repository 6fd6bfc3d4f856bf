import { listBookings } from '@fettle/protocol/bookings'
import { getStreamToken } from '@fettle/protocol/channels'
import { call } from '../../lib/api.ts'
import { queryOf } from '../../lib/query.ts'

/** A chat token for whoever is signed in, with the public key of the chat it is for. */
export const fetchStreamToken = () => call(getStreamToken, {})

/** Bookings with one customer, the latest first. */
export const bookingsWith = (customerId: string) => queryOf(listBookings, { query: { customerId, limit: 10 } })
