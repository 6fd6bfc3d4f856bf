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
import { findParts } from './content.store.ts'
import { toView as toNote } from './notes.service.ts'
import { listOf as listNotesOf } from './notes.store.ts'
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
  const parts = await findParts(db, booking.id)
  const [photos, items, segments, extra, notes, signatureUrl] = await Promise.all([
    parts.hasPhotos ? listPhotos({ files }, db, booking, party) : [],
    parts.hasChecklist ? listItemsOf(db, booking.id) : [],
    parts.hasWorkLog ? listSegmentsOf(db, booking.id) : [],
    parts.hasAdjustments ? listAdjustmentsOf(db, booking.id) : [],
    parts.hasNotes && !isCustomers ? listNotesOf(db, booking.id) : [],
    signature ? addressOf({ files }, db, signature) : null,
  ])
  const context = { booking, role: party.role, now: clock.now() }
  return {
    photos,
    checklist: items.map(toItem),
    workLog: segments.map(toSegment),
    priceAdjustments: extra.map((row) => adjustments.toView(row, context)),
    adjustedTotal: adjustments.adjustedTotal(booking.price, booking.adjustmentsTotal) ?? null,
    signatureUrl,
    privateNotes: notes.map(toNote),
    tags: isCustomers ? [] : parts.tags,
  }
}
