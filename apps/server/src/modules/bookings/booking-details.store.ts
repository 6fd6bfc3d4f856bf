import { sql, type Queryable } from '../../platform/db/db.ts'
import type { Booking, StoredProposal } from './booking.types.ts'
import { fromPartsColumns, partsColumns, type BookingParts, type PartsColumns } from './content/content.store.ts'
import { columns, toBooking, withCustomer, type BookingRow } from './listing/booking-rows.store.ts'
import {
  fromRelationsColumn,
  relationsColumn,
  type BookingRelations,
  type RelationsColumn,
} from './listing/relations.store.ts'
import {
  fromPendingProposalColumn,
  pendingProposalColumn,
  type PendingProposalColumn,
} from './rescheduling/reschedule.store.ts'

/** A booking with everything its page shows. */
export interface BookingWithParts extends Booking {
  proposal: StoredProposal | null
  relations: BookingRelations
  parts: BookingParts
}

/** Loads a booking with its parts in one statement. */
export async function findWithParts(db: Queryable, id: string): Promise<BookingWithParts | undefined> {
  const row = await db.maybeOne<
    BookingRow & PartsColumns & { proposal: PendingProposalColumn; relations: RelationsColumn }
  >(sql`
    select ${columns}, ${partsColumns}, ${pendingProposalColumn} as proposal, ${relationsColumn} as relations
    from ${withCustomer} where b.id = ${id}`)
  return (
    row && {
      ...toBooking(row),
      proposal: fromPendingProposalColumn(row.proposal),
      relations: fromRelationsColumn(row.relations),
      parts: fromPartsColumns(row),
    }
  )
}
