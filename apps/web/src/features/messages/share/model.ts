import type { PhotoKind } from '@fettle/protocol/bookings/photos'
import type { BookingStatus, BookingSummary } from '@fettle/protocol/bookings'
import { chatLimits } from '@fettle/protocol/chat/limits'

/** Where photos of another app may go, worked out without React or the network. */

/** The deed that sends photos into a conversation; its subject is the conversation. */
export const CHAT_PHOTOS_MUTATION = 'chat-photos'

export interface ChatPhotosPayload extends Record<string, unknown> {
  /** Of the message, so that it is sent once however often it is tried. */
  messageId: string
  files: readonly File[]
  text: string
  /** Who it is for, in words. */
  to: string
}

/** What somebody has chosen. */
export type ShareTarget =
  | { kind: 'conversation'; id: string; name: string }
  | { kind: 'booking'; id: string; name: string; shows: PhotoKind }

const underWay: readonly BookingStatus[] = ['IN_PROGRESS', 'PAUSED', 'ARRIVED', 'EN_ROUTE']
/** A job takes photos from the yes until the customer has confirmed it. */
export const takesPhotos: readonly BookingStatus[] = [...underWay, 'AWAITING_CONFIRMATION', 'CONFIRMED']

/** The jobs photos can be put on, each once: those under way first, then by how near they are; without a time last. */
export function jobsFor(bookings: readonly BookingSummary[], now: Date): BookingSummary[] {
  const known = new Map(bookings.map((booking) => [booking.id, booking]))
  const distance = ({ status, startAt }: BookingSummary) => {
    if (underWay.includes(status)) return -1
    return startAt === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(startAt) - now.getTime())
  }
  return [...known.values()]
    .filter(({ status }) => takesPhotos.includes(status))
    .toSorted((one, other) => distance(one) - distance(other) || one.id.localeCompare(other.id))
}

/** As many to a message as one may have. */
export function inMessages<Thing>(things: readonly Thing[]): Thing[][] {
  const size = chatLimits.attachmentsPerMessage
  return Array.from({ length: Math.ceil(things.length / size) }, (_, at) => things.slice(at * size, (at + 1) * size))
}

/** Whether what somebody looks for is in one of these words. */
export const isAbout = (q: string, ...words: string[]): boolean =>
  words.some((word) => word.toLocaleLowerCase().includes(q.trim().toLocaleLowerCase()))
