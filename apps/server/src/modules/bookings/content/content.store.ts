import { sql, type Queryable } from '../../../platform/db/db.ts'

/** Which parts a booking has, and its tags. Most have few parts, and one statement costs less than one for each. */
export interface BookingParts {
  tags: string[]
  hasPhotos: boolean
  hasChecklist: boolean
  hasWorkLog: boolean
  hasAdjustments: boolean
  hasNotes: boolean
}

export const findParts = (db: Queryable, bookingId: string): Promise<BookingParts> =>
  db.one<BookingParts>(sql`
    select b.tags,
      exists (select from booking_photos where booking_id = b.id) as "hasPhotos",
      exists (select from booking_checklist where booking_id = b.id) as "hasChecklist",
      exists (select from work_segments where booking_id = b.id) as "hasWorkLog",
      exists (select from price_adjustments where booking_id = b.id) as "hasAdjustments",
      exists (select from booking_notes where booking_id = b.id) as "hasNotes"
    from bookings b where b.id = ${bookingId}`)
