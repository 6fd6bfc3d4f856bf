import type { PhotoKind } from '@fettle/protocol/bookings/photos'
import type { BookingStatus, BookingSummary } from '@fettle/protocol/bookings'
import { chatLimits } from '@fettle/protocol/chat/core/limits'

/** Destinations of photos shared from another app, without React or network. */

/** Kind of the queued mutation that sends photos to a conversation; its subject is the channel. */
export const CHAT_PHOTOS_MUTATION = 'chat-photos'

export interface ChatPhotosPayload extends Record<string, unknown> {
  /** Message id, so that retries send the message once. */
  messageId: string
  files: readonly File[]
  text: string
  /** Name of the recipient. */
  to: string
}

/** The chosen destination. */
export type ShareTarget =
  | { kind: 'conversation'; id: string; name: string }
  | { kind: 'booking'; id: string; name: string; shows: PhotoKind }

const underWay: readonly BookingStatus[] = ['IN_PROGRESS', 'PAUSED', 'ARRIVED', 'EN_ROUTE']
/** A job accepts photos from its confirmation until the customer has approved the work. */
export const takesPhotos: readonly BookingStatus[] = [...underWay, 'AWAITING_CONFIRMATION', 'CONFIRMED']

/** Jobs that accept photos, without duplicates: running ones first, then by proximity in time, unscheduled last. */
export function jobsFor(bookings: readonly BookingSummary[], now: Date): BookingSummary[] {
  const bookingsById = new Map(bookings.map((booking) => [booking.id, booking]))
  const distance = ({ status, startAt }: BookingSummary) => {
    if (underWay.includes(status)) return -1
    return startAt === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(startAt) - now.getTime())
  }
  return [...bookingsById.values()]
    .filter(({ status }) => takesPhotos.includes(status))
    .toSorted((one, other) => distance(one) - distance(other) || one.id.localeCompare(other.id))
}

/** Splits into groups of the maximum number per message. */
export function inMessages<Thing>(items: readonly Thing[]): Thing[][] {
  const size = chatLimits.attachmentsPerMessage
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/** Whether the search text occurs in one of these words. */
export const isAbout = (q: string, ...words: string[]): boolean =>
  words.some((word) => word.toLocaleLowerCase().includes(q.trim().toLocaleLowerCase()))
