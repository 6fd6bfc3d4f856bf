import * as z from 'zod/mini'
import { bookingStatuses, bookingTransitionNames, bookingUpdates, type BookingUpdate } from './flow.ts'

/** Schemas of a booking's states and actions. */

export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

export const BookingAction = z.enum([...bookingTransitionNames, ...(Object.keys(bookingUpdates) as BookingUpdate[])])
export type BookingAction = z.infer<typeof BookingAction>
