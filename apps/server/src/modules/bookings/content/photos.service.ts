import type { BookingPhoto, PhotoKind } from '@fettle/protocol/bookings/photos'
import type { ActingParty, ActingPerson } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { effectiveTimeOf } from '../../../platform/workflow/effective-time.ts'
import { attachFiles, deleteFile, storeFile, receiveFile } from '../../uploads/index.ts'
import { getOwnBooking, lockOwnBooking } from '../booking.access.ts'
import { appendBookingEvent } from '../booking.effects.ts'
import type { Booking } from '../booking.types.ts'
import * as checklist from './checklist.store.ts'
import { enqueueThumbnail } from './photos.jobs.ts'
import * as rules from './photos.rules.ts'
import * as store from './photos.store.ts'

interface PhotoInput {
  kind: PhotoKind
  caption?: string | undefined
  occurredAt?: string | undefined
}

/** Adds a photo the provider uploaded before. */
export function addPhoto(
  deps: Deps,
  party: ActingPerson,
  bookingId: string,
  { fileId, ...added }: PhotoInput & { fileId: string },
): Promise<BookingPhoto> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    const photos = await store.listOf(tx, bookingId)
    const existing = photos.find((photo) => photo.fileId === fileId)
    if (existing) return toPhotoView(deps, booking, party, existing)
    rules.assertRoom(booking, photos)
    const attachment = { ownerId: party.id, ids: [fileId], purpose: 'BOOKING_PHOTO', attachedTo: bookingId } as const
    await attachFiles(tx, { ...attachment, field: 'fileId' })
    return addPhotoIn(deps, tx, { party, booking, fileId, ...added })
  })
}

/** Adds a customer's photo from the request itself, because customers have no uploads. */
export async function addUploadedPhoto(
  deps: Deps,
  party: ActingPerson,
  bookingId: string,
  { sent, ...added }: PhotoInput & { sent: { bytes: Buffer; name: string } },
): Promise<BookingPhoto> {
  // Checked before inspecting the bytes.
  rules.assertRoom(await getOwnBooking(deps.db, party, bookingId), await store.listOf(deps.db, bookingId))
  const file = await receiveFile(deps, 'BOOKING_PHOTO', sent)
  const upload = { ownerId: party.id, purpose: 'BOOKING_PHOTO', attachedTo: bookingId, file } as const
  return storeFile(deps, upload, async (tx, { id: fileId }) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    rules.assertRoom(booking, await store.listOf(tx, bookingId))
    return addPhotoIn(deps, tx, { party, booking, fileId, ...added })
  })
}

async function addPhotoIn(
  deps: Deps,
  tx: Tx,
  {
    party,
    booking,
    fileId,
    kind,
    caption,
    occurredAt,
  }: PhotoInput & { party: ActingPerson; booking: Booking; fileId: string },
): Promise<BookingPhoto> {
  const addedAt = effectiveTimeOf(occurredAt, deps.clock.now())
  const id = deps.ids.next('pho')
  const row = { id, bookingId: booking.id, fileId, kind, caption: caption || null, addedAt }
  await store.insert(tx, { ...row, addedBy: party.role, adderName: party.name })
  await enqueueThumbnail(deps, tx, row)
  const photo = await find(tx, booking.id, id)
  await appendPhotoEvent(deps, tx, { party, booking, photo, type: 'booking.photo_added', occurredAt: addedAt })
  return toPhotoView(deps, booking, party, photo)
}

export function removePhoto(deps: Deps, party: ActingPerson, bookingId: string, photoId: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    const photo = await find(tx, bookingId, photoId)
    rules.assertMayDelete(booking, photo, party.role)
    await checklist.reopenAnsweredBy(tx, photoId)
    // Deleting the file deletes the photo's row.
    await deleteFile(deps, tx, photo.fileId)
    await appendPhotoEvent(deps, tx, {
      party,
      booking,
      photo,
      type: 'booking.photo_removed',
      occurredAt: deps.clock.now(),
    })
  })
}

/** Deletes the photos a deleted customer added, because they show a home. Those of the provider's work stay. */
export async function deletePhotosOf(deps: Pick<Deps, 'jobs'>, tx: Tx, customerId: string): Promise<void> {
  for (const id of await store.listFilesOfCustomer(tx, customerId)) await deleteFile(deps, tx, id)
}

async function find(tx: Queryable, bookingId: string, id: string): Promise<store.PhotoRow> {
  const photo = (await store.listOf(tx, bookingId)).find((each) => each.id === id)
  if (!photo) throw new AppError('NOT_FOUND', { thing: 'photo' })
  return photo
}

/** The event keeps the hash, which proves the photo after its deletion. */
async function appendPhotoEvent(
  deps: Deps,
  tx: Tx,
  {
    party,
    booking,
    photo,
    type,
    occurredAt,
  }: { party: ActingPerson; booking: Booking; photo: store.PhotoRow; type: string; occurredAt: Date },
): Promise<void> {
  const data = { photoId: photo.id, kind: photo.kind, sha256: photo.sha256 }
  await appendBookingEvent(deps, tx, party, booking, { type, data, occurredAt })
}

/** A photo as `party` sees it. */
export const toPhotoView = (
  { files }: Pick<Deps, 'files'>,
  booking: Booking,
  { role }: Pick<ActingParty, 'role'>,
  photo: store.PhotoRow,
): BookingPhoto => rules.toView(photo, { booking, role, url: files.signedUrl(photo.key, { name: photo.name }) })
