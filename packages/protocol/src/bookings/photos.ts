import * as z from 'zod/mini'
import { fileErrors } from '../common/uploads.ts'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, FileId, idOf, Instant, line } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { LocalizedText } from '../core/text.ts'
import { photoKinds } from './constants.ts'

/** Photos on a booking: before, during and after the work, issues and receipts. */

export const PhotoKind = z.enum(photoKinds, issueText('PHOTO_KIND_REQUIRED'))
export type PhotoKind = z.infer<typeof PhotoKind>

export const PhotoId = idOf('pho')

export const BookingPhoto = z.object({
  id: PhotoId,
  fileId: FileId,
  kind: PhotoKind,
  caption: z.nullable(z.string()),
  /** From the photo's metadata. */
  takenAt: z.nullable(Instant),
  addedAt: Instant,
  addedBy: z.object({ type: z.enum(['PROVIDER', 'CUSTOMER']), name: LocalizedText }),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  sha256: z.string(),
  /** Signed, valid for five minutes. */
  url: z.string(),
  allowedActions: z.array(z.enum(['delete'])),
})
export type BookingPhoto = z.infer<typeof BookingPhoto>

const caption = z.optional(line(0, 200, issueText('MAX_CHARACTERS')))
const photoParams = z.object({ id: BookingId, photoId: PhotoId })

export const addBookingPhoto = operation({
  name: 'bookings.addPhoto',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/photos',
  audience: 'provider',
  summary: 'Add an uploaded photo (purpose BOOKING_PHOTO) to a booking.',
  params: z.object({ id: BookingId }),
  body: z.object({ fileId: FileId, kind: PhotoKind, caption, occurredAt: z.optional(Instant) }),
  status: 201,
  returns: BookingPhoto,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PHOTO_LIMIT'],
})

export const removeBookingPhoto = operation({
  name: 'bookings.removePhoto',
  whileSuspended: 'running',
  method: 'DELETE',
  path: '/v2/bookings/:id/photos/:photoId',
  audience: 'provider',
  summary: 'Remove my own photo from a booking, until the job is completed. The timeline keeps its hash.',
  params: photoParams,
  returns: z.object({}),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'FORBIDDEN'],
})

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const

export const addMarketplacePhoto = operation({
  ...marketplace,
  name: 'marketplace.bookings.addPhoto',
  method: 'POST',
  path: '/v2/marketplace/bookings/:id/photos',
  summary: "Upload a customer's photo and add it to a booking.",
  params: z.object({ id: BookingId }),
  file: 'file',
  body: z.object({ customerId: z.optional(CustomerId), kind: z._default(PhotoKind, 'ISSUE'), caption }),
  status: 201,
  returns: BookingPhoto,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PHOTO_LIMIT', ...fileErrors],
})

export const removeMarketplacePhoto = operation({
  ...marketplace,
  name: 'marketplace.bookings.removePhoto',
  method: 'DELETE',
  path: '/v2/marketplace/bookings/:id/photos/:photoId',
  summary: "Remove a customer's own photo from a booking.",
  params: photoParams,
  returns: z.object({}),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
