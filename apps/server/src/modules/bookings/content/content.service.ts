import type { BookingContent } from '@fettle/protocol/bookings/content'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addressOf } from '../../uploads/index.ts'
import * as adjustments from './adjustments.rules.ts'
import { listOf as listAdjustmentsOf } from './adjustments.store.ts'
import type { Booking } from '../booking.types.ts'
import { toView as toItem } from './checklist.rules.ts'
import { listOf as listItemsOf } from './checklist.store.ts'
import { toView as toNote } from './notes.service.ts'
import { findMarks, listOf as listNotesOf } from './notes.store.ts'
import { listPhotos } from './photos.service.ts'
import { toView as toSegment } from './work-log.rules.ts'
import { listOf as listSegmentsOf } from './work-log.store.ts'

/** A booking's content as `party` may see it. Notes and tags are private to the provider. */
export async function contentOf(
  { files, clock }: Pick<Deps, 'files' | 'clock'>,
  db: Queryable,
  booking: Booking,
  party: Pick<ActingParty, 'role'>,
): Promise<BookingContent> {
  const isCustomers = party.role === 'CUSTOMER'
  const signature = booking.completion?.customerSignature
  const [photos, items, segments, extra, notes, marks, signatureUrl] = await Promise.all([
    listPhotos({ files }, db, booking, party),
    listItemsOf(db, booking.id),
    listSegmentsOf(db, booking.id),
    listAdjustmentsOf(db, booking.id),
    isCustomers ? [] : listNotesOf(db, booking.id),
    findMarks(db, booking.id),
    signature ? addressOf({ files }, db, signature) : null,
  ])
  const context = { booking, role: party.role, now: clock.now() }
  return {
    photos,
    checklist: items.map(toItem),
    workLog: segments.map(toSegment),
    priceAdjustments: extra.map((row) => adjustments.toView(row, context)),
    adjustedTotal: adjustments.adjustedTotal(booking.price, marks.adjustmentsTotal) ?? null,
    signatureUrl,
    privateNotes: notes.map(toNote),
    tags: isCustomers ? [] : marks.tags,
  }
}
