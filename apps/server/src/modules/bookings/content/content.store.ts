import type { JsonRow } from '../../../platform/db/json-rows.ts'
import { sql } from '../../../platform/db/db.ts'
import { adjustmentsColumn, fromAdjustmentsColumn, type AdjustmentRow } from './adjustments.store.ts'
import { checklistColumn, fromChecklistColumn, type ChecklistItemRow } from './checklist.store.ts'
import { fromNotesColumn, notesColumn, type NoteRow } from './notes.store.ts'
import { fromPhotosColumn, photosColumn, type PhotoRow } from './photos.store.ts'
import { fromWorkLogColumn, workLogColumn, type SegmentRow } from './work-log.store.ts'

/** Records added to a booking, oldest first. */
export interface BookingParts {
  tags: string[]
  photos: PhotoRow[]
  checklist: ChecklistItemRow[]
  workLog: SegmentRow[]
  adjustments: AdjustmentRow[]
  notes: NoteRow[]
}

export type PartsColumns = {
  [Name in keyof BookingParts]: BookingParts[Name] extends (infer Row extends object)[] ? JsonRow<Row>[] : string[]
}

/** The parts of booking `b` as JSON columns. */
export const partsColumns = sql`
  b.tags, ${photosColumn} as photos, ${checklistColumn} as checklist, ${workLogColumn} as "workLog",
  ${adjustmentsColumn} as adjustments, ${notesColumn} as notes`

export const fromPartsColumns = (row: PartsColumns): BookingParts => ({
  tags: row.tags,
  photos: fromPhotosColumn(row.photos),
  checklist: fromChecklistColumn(row.checklist),
  workLog: fromWorkLogColumn(row.workLog),
  adjustments: fromAdjustmentsColumn(row.adjustments),
  notes: fromNotesColumn(row.notes),
})
