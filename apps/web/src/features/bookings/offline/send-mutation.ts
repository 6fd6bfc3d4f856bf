import {
  addContactAttempt,
  arriveAtBooking,
  completeBooking,
  pauseBooking,
  resumeBooking,
  startBooking,
  startTravel,
  addBookingNote,
  addBookingPhoto,
  answerChecklistItem,
  startTimer,
  stopTimer,
} from '@fettle/protocol/bookings/calls'
import type { BookingPhoto, PhotoKind } from '@fettle/protocol/bookings/photos'
import type { BookingDetails, BookingView } from '@fettle/protocol/bookings'
import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { createUpload } from '@fettle/protocol/common/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/http/api.ts'
import { offlineQueue } from '../../../lib/offline/device-queue.ts'
import { idempotencyKeyOf, type QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { updateCachedDetails, cacheBooking } from '../api.ts'
import { doneText } from './done-text.ts'
import { isWorkTransition, uploadProgress, type WorkTransition } from './offline-actions.ts'

/** Sends each kind of queued mutation. Loaded with the first of them, or prefetched. */

const transitionOperations = {
  'start-travel': startTravel,
  arrive: arriveAtBooking,
  start: startBooking,
  pause: pauseBooking,
  resume: resumeBooking,
  complete: completeBooking,
} satisfies Record<WorkTransition, unknown>

type PhotoPayload = {
  file: Blob
  kind: PhotoKind
  caption?: string
  /** The photo as it was added, when its checklist answer was not taken: sending that again must not add it again. */
  added?: BookingPhoto
}

async function addPhoto(client: QueryClient, mutation: QueuedMutation, options: CallOptions): Promise<BookingPhoto> {
  const { id, subject, payload, occurredAt } = mutation
  const { file, kind, caption, added } = payload as PhotoPayload
  if (added) return added
  const uploaded = await call(
    createUpload,
    { body: { purpose: 'BOOKING_PHOTO' }, file },
    {
      idempotencyKey: `${idempotencyKeyOf(mutation)}-file`,
      onProgress: (fraction) => void uploadProgress.set(id, fraction),
    },
  ).finally(() => uploadProgress.delete(id))
  const body = { fileId: uploaded.id, kind, ...(caption && { caption }), occurredAt }
  const photo = await call(addBookingPhoto, { params: { id: subject }, body }, options)
  updateCachedDetails(client, subject, (booking) => ({ ...booking, photos: [...booking.photos, photo] }))
  if (payload['itemId']) await offlineQueue.amend(id, { ...payload, added: photo })
  return photo
}

/** Uploads a signature before the completion it belongs to. */
async function withSignature(mutation: QueuedMutation): Promise<Record<string, unknown>> {
  const { signature, ...body } = mutation.payload as { signature?: Blob }
  if (!signature) return body
  const file = new File([signature], 'signature.png', { type: 'image/png' })
  const sent = await call(
    createUpload,
    { body: { purpose: 'SIGNATURE' }, file },
    { idempotencyKey: `${idempotencyKeyOf(mutation)}-signature` },
  )
  return { ...body, signatureFileId: sent.id }
}

const withItem = (booking: BookingDetails, item: ChecklistItem): BookingDetails => ({
  ...booking,
  checklist: booking.checklist.map((other) => (other.id === item.id ? item : other)),
})

/** Sends a queued mutation and updates the cache with the response. */
export async function sendMutation(client: QueryClient, mutation: QueuedMutation): Promise<unknown> {
  const { subject: id, kind, payload, occurredAt } = mutation
  const options = { idempotencyKey: idempotencyKeyOf(mutation) }
  const params = { id }
  const change = (next: (before: BookingDetails) => BookingDetails) => updateCachedDetails(client, id, next)
  if (isWorkTransition(kind)) {
    const body = { ...(await withSignature(mutation)), occurredAt }
    const booking: BookingView = await call(transitionOperations[kind], { params, body }, options)
    cacheBooking(client, booking)
    // Of several that waited for a connection, the last one stays.
    toast.success(doneText(kind), { id: `work ${id}` })
    return booking
  }
  switch (kind) {
    case 'photo': {
      const photo = await addPhoto(client, mutation, options)
      const { itemId } = payload as { itemId?: string }
      if (itemId) {
        // The photo answers a checklist item.
        const answer = { params: { id, itemId }, body: { photoId: photo.id, occurredAt } }
        const item = await call(answerChecklistItem, answer, { idempotencyKey: `${idempotencyKeyOf(mutation)}-item` })
        change((before) => withItem(before, item))
      }
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
