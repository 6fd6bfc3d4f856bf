import type { BookingPhoto } from '@fettle/protocol/bookings/photos'
import { PHOTOS_PER_BOOKING } from '@fettle/protocol/bookings/constants'
import { AppError } from '../../../platform/errors.ts'
import type { Booking, BookingRole } from '../booking.types.ts'
import { customerNameOf } from '../../../platform/locale/customer-name.ts'
import { assertState, openStates } from './content.rules.ts'
import type { PhotoRow } from './photos.store.ts'

/** Throws unless the booking is open and below the photo limit. */
export function assertRoom(booking: Pick<Booking, 'status'>, photos: readonly unknown[]): void {
  assertState(booking, openStates, { action: 'add-photo', verb: 'given photos' })
  if (photos.length >= PHOTOS_PER_BOOKING) throw new AppError('PHOTO_LIMIT', { limit: PHOTOS_PER_BOOKING })
}

const mayDelete = (booking: Pick<Booking, 'status'>, photo: Pick<PhotoRow, 'addedBy'>, role: BookingRole): boolean =>
  openStates.includes(booking.status) && photo.addedBy === role

/** Throws unless the caller added the photo and the job is not completed. */
export function assertMayDelete(booking: Pick<Booking, 'status'>, photo: PhotoRow, role: BookingRole): void {
  if (photo.addedBy !== role) throw new AppError('FORBIDDEN', {}, { message: 'PHOTO_OF_OTHERS' })
  assertState(booking, openStates, { action: 'delete-photo', verb: 'changed' })
}

export function toView(
  photo: PhotoRow,
  { booking, role, url }: { booking: Pick<Booking, 'status'>; role: BookingRole; url: string },
): BookingPhoto {
  return {
    id: photo.id,
    fileId: photo.fileId,
    kind: photo.kind,
    caption: photo.caption,
    takenAt: photo.takenAt?.toISOString() ?? null,
    addedAt: photo.addedAt.toISOString(),
    addedBy: {
      type: photo.addedBy,
      name: photo.addedBy === 'CUSTOMER' ? customerNameOf(photo.adderName) : photo.adderName,
    },
    width: photo.width,
    height: photo.height,
    sha256: photo.sha256,
    url,
    allowedActions: mayDelete(booking, photo, role) ? ['delete'] : [],
  }
}
