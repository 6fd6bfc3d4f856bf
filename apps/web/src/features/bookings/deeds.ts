import {
  addContactAttempt,
  arriveAtBooking,
  completeBooking,
  pauseBooking,
  resumeBooking,
  startBooking,
  startTravel,
} from '@fettle/protocol/booking-moves'
import { addBookingNote } from '@fettle/protocol/booking-content'
import { addBookingPhoto, type BookingPhoto, type PhotoKind } from '@fettle/protocol/booking-photos'
import { bookingFlow, type BookingAction, type BookingDetails, type BookingView } from '@fettle/protocol/bookings'
import { answerChecklistItem, type ChecklistItem } from '@fettle/protocol/checklists'
import { actionsFrom } from '@fettle/protocol/core/flow'
import { createUpload } from '@fettle/protocol/uploads'
import { startTimer, stopTimer } from '@fettle/protocol/work-log'
import type { QueryClient } from '@tanstack/react-query'
import { call, type CallOptions } from '../../lib/api.ts'
import { onDeed } from '../../lib/device-outbox.ts'
import type { Deed } from '../../lib/outbox.ts'
import { changeDetails, showBooking } from './api.ts'

/** What can be done on a job without a connection (domain §18 Offline): B6–B10, photos, checklist, time and notes. */

const moves = {
  'start-travel': startTravel,
  arrive: arriveAtBooking,
  start: startBooking,
  pause: pauseBooking,
  resume: resumeBooking,
  complete: completeBooking,
}
export type FieldMove = keyof typeof moves
export const isFieldMove = (kind: string): kind is FieldMove => kind in moves

const content = ['photo', 'checklist', 'note', 'contact', 'timer-start', 'timer-stop'] as const
export type FieldDeed = FieldMove | (typeof content)[number]

/** How far each photo on its way has got, by the deed that sends it. */
export const uploads = new Map<string, number>()

async function sendPhoto(deed: Deed, options: CallOptions, moved: (fraction: number) => void): Promise<BookingPhoto> {
  const { file, kind, caption } = deed.payload as { file: Blob; kind: PhotoKind; caption?: string }
  const uploaded = await call(
    createUpload,
    { body: { purpose: 'BOOKING_PHOTO' }, file },
    { idempotencyKey: `${deed.id}-file`, onProgress: moved },
  )
  const body = { fileId: uploaded.id, kind, ...(caption && { caption }), occurredAt: deed.occurredAt }
  return call(addBookingPhoto, { params: { id: deed.subject }, body }, options)
}

const withItem = (booking: BookingDetails, item: ChecklistItem): BookingDetails => ({
  ...booking,
  checklist: booking.checklist.map((other) => (other.id === item.id ? item : other)),
})

/** Sends a deed, and shows what the server made of it before anybody asks. */
async function send(client: QueryClient, deed: Deed): Promise<unknown> {
  const { subject: id, kind, payload, occurredAt } = deed
  const options = { idempotencyKey: deed.id }
  const params = { id }
  const change = (next: (before: BookingDetails) => BookingDetails) => changeDetails(client, id, next)
  if (isFieldMove(kind)) {
    const body = { ...payload, occurredAt }
    const booking: BookingView = await call(moves[kind], { params, body } as never, options)
    showBooking(client, booking)
    return booking
  }
  switch (kind) {
    case 'photo': {
      const photo = await sendPhoto(deed, options, (fraction) => uploads.set(deed.id, fraction))
      uploads.delete(deed.id)
      change((before) => ({ ...before, photos: [...before.photos, photo] }))
      return photo
    }
    case 'checklist': {
      const { itemId, ...answer } = payload as { itemId: string }
      const item = await call(answerChecklistItem, { params: { id, itemId }, body: { ...answer, occurredAt } }, options)
      change((before) => withItem(before, item))
      return item
    }
    case 'note': {
      const body = { text: String(payload['text']), occurredAt }
      const note = await call(addBookingNote, { params, body }, options)
      change((before) => ({ ...before, privateNotes: [...before.privateNotes, note] }))
      return note
    }
    case 'contact': {
      const body = { ...payload, occurredAt } as { method: 'CALL'; occurredAt: string }
      const attempt = await call(addContactAttempt, { params, body }, options)
      change((before) => ({ ...before, contactAttempts: [...before.contactAttempts, attempt] }))
      return attempt
    }
    case 'timer-start': {
      const body = { ...payload, occurredAt } as { kind: 'WORK'; occurredAt: string }
      const segment = await call(startTimer, { params, body }, options)
      change((before) => ({ ...before, workLog: [...before.workLog, segment] }))
      return segment
    }
    default: {
      const segment = await call(stopTimer, { params, body: { occurredAt } }, options)
      change((before) => ({
        ...before,
        workLog: before.workLog.map((other) => (other.id === segment.id ? segment : other)),
      }))
      return segment
    }
  }
}

/** From here on deeds on bookings can be sent. */
export const sendDeedsOn = (client: QueryClient): void =>
  onDeed([...Object.keys(moves), ...content], (deed) => send(client, deed))

const stamps: Partial<Record<FieldMove, 'enRouteAt' | 'arrivedAt' | 'startedAt' | 'completedAt'>> = {
  'start-travel': 'enRouteAt',
  arrive: 'arrivedAt',
  start: 'startedAt',
  complete: 'completedAt',
}

const later = (booking: BookingDetails, { kind, payload, occurredAt, id }: Deed): BookingDetails => {
  if (isFieldMove(kind)) {
    const status = bookingFlow.transitions[kind].to
    const stamp = stamps[kind]
    // What may follow without the server's word: the next steps of the job itself.
    const allowedActions = actionsFrom(bookingFlow, status, 'PROVIDER').filter(isFieldMove) as BookingAction[]
    return { ...booking, status, allowedActions, ...(stamp && { [stamp]: occurredAt }) }
  }
  switch (kind) {
    case 'checklist': {
      const { itemId, done, value, note } = payload as { itemId: string } & Partial<ChecklistItem>
      return {
        ...booking,
        checklist: booking.checklist.map((item) =>
          item.id === itemId
            ? {
                ...item,
                ...(value !== undefined && { value }),
                ...(note !== undefined && { note }),
                done: done ?? (value === undefined ? item.done : value !== null),
                doneAt: occurredAt,
              }
            : item,
        ),
      }
    }
    case 'note':
      return {
        ...booking,
        privateNotes: [...booking.privateNotes, { id, text: String(payload['text']), at: occurredAt }],
      }
    case 'timer-start': {
      const kindOf = (payload as { kind: 'WORK' }).kind
      const running = { id, kind: kindOf, startedAt: occurredAt, endedAt: null, minutes: null, editedReason: null }
      return { ...booking, workLog: [...booking.workLog, running] }
    }
    case 'timer-stop':
      return {
        ...booking,
        workLog: booking.workLog.map((segment) =>
          segment.endedAt === null ? { ...segment, endedAt: occurredAt } : segment,
        ),
      }
    default:
      return booking
  }
}

/** The booking as it will be once the server has heard of everything that was done here. */
export const withDeeds = (booking: BookingDetails, deeds: readonly Deed[]): BookingDetails =>
  deeds.filter(({ subject, state }) => subject === booking.id && state === 'waiting').reduce(later, booking)
