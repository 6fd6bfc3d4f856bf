import type { BookingContent } from '@fettle/protocol/bookings/content'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addressOf } from '../../uploads/index.ts'
import * as adjustments from './adjustments.rules.ts'
import type { Booking } from '../booking.types.ts'
import { toView as toItem } from './checklist.rules.ts'
import type { BookingParts } from './content.store.ts'
import { toView as toNote } from './notes.service.ts'
import { toPhotoView } from './photos.service.ts'
import { toView as toSegment } from './work-log.rules.ts'

/** A booking's content as `party` may see it. Notes and tags are private to the provider. */
export async function contentOf(
  { files, clock }: Pick<Deps, 'files' | 'clock'>,
  db: Queryable,
  booking: Booking & { parts: BookingParts },
  party: Pick<ActingParty, 'role'>,
): Promise<BookingContent> {
  const isCustomers = party.role === 'CUSTOMER'
  const { parts, completion } = booking
  const signature = completion?.customerSignature
  const price = adjustments.chargedPrice(adjustments.ownPrice(booking), parts.adjustments)
  const context = { booking, role: party.role, now: clock.now() }
  return {
    photos: parts.photos.map((photo) => toPhotoView({ files }, booking, party, photo)),
    checklist: parts.checklist.map(toItem),
    workLog: parts.workLog.map(toSegment),
    priceAdjustments: parts.adjustments.map((row) => adjustments.toView(row, context)),
    adjustedTotal: adjustments.adjustedTotal(price, booking.adjustmentsTotal) ?? null,
    signatureUrl: signature ? await addressOf({ files }, db, signature) : null,
    privateNotes: isCustomers ? [] : parts.notes.map(toNote),
    tags: isCustomers ? [] : parts.tags,
  }
}
