import type { answerChecklistItem, ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { CHECKLIST_LIMIT } from '@fettle/protocol/bookings/constants'
import type { Received } from '@fettle/protocol'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { Booking } from '../booking.types.ts'
import { assertState, runningStates } from './content.rules.ts'
import type { ChecklistItemRow } from './checklist.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Answers of checklist items, and completeness of a checklist. Pure. */

export type ChecklistAnswer = Omit<Received<typeof answerChecklistItem>['body'], 'occurredAt'>

export function assertMayChange(booking: Pick<Booking, 'status'>): void {
  assertState(booking, runningStates, { action: 'checklist', verb: 'given another checklist' })
}

export function assertRoom(existing: number, added: number): void {
  if (existing + added <= CHECKLIST_LIMIT) return
  throw fieldError(['items'], 'TOO_BIG', issueText('MAX_CHECKLIST_ITEMS', { max: CHECKLIST_LIMIT }))
}

/** Required items cannot be removed once work has started, so that they cannot be skipped. */
export function assertMayRemove(
  { startedAt }: Pick<Booking, 'startedAt'>,
  { required }: Pick<ChecklistItemRow, 'required'>,
): void {
  if (!required || startedAt === null) return
  throw fieldError(['itemId'], 'NOT_ALLOWED', issueText('REQUIRED_ITEM_FIXED'))
}

/** Guard of completion: throws CHECKLIST_INCOMPLETE (422) unless every required item is answered. */
export function assertChecklistDone(items: readonly Pick<ChecklistItemRow, 'required' | 'doneAt'>[]): void {
  const open = items.filter(({ required, doneAt }) => required && doneAt === null).length
  if (open === 0) return
  throw new AppError('CHECKLIST_INCOMPLETE', { n: open })
}

const isPhotoOf = (photoIds: readonly string[], id: string | null) => id === null || photoIds.includes(id)

/** Applies an answer to an item according to its type. Absent fields stay, null clears. */
export function answer(
  item: ChecklistItemRow,
  change: ChecklistAnswer,
  { photoIds, at }: { photoIds: readonly string[]; at: Date },
): ChecklistItemRow {
  const note = change.note === undefined ? item.note : change.note
  const photoId = change.photoId === undefined ? item.photoId : change.photoId
  const value = change.value === undefined ? item.value : change.value
  if (!isPhotoOf(photoIds, photoId)) throw fieldError(['photoId'], 'NOT_ALLOWED', issueText('PHOTO_OF_OTHER_BOOKING'))
  assertValue(item, value)
  const isItemDone = isDone({ ...item, value, photoId }, change.done)
  return { ...item, value, note, photoId, doneAt: isItemDone ? (item.doneAt ?? at) : null }
}

/** A tick is set explicitly; other types are done once they have their value. */
function isDone({ type, value, photoId, doneAt }: ChecklistItemRow, checked: boolean | undefined): boolean {
  if (type === 'CHECK') return checked ?? doneAt !== null
  const isAnswered = type === 'PHOTO' ? photoId !== null : value !== null
  if (checked === true && !isAnswered) throw fieldError(['value'], 'REQUIRED', issueText('ANSWER_REQUIRED'))
  return isAnswered
}

function assertValue({ type }: ChecklistItemRow, value: string | number | null): void {
  if (value === null) return
  if (type === 'PASS_FAIL' && value !== 'PASS' && value !== 'FAIL') {
    throw fieldError(['value'], 'NOT_ALLOWED', issueText('ANSWER_NOT_PASS_FAIL'))
  }
  if (type === 'NUMBER' && typeof value !== 'number')
    throw fieldError(['value'], 'INVALID_FORMAT', issueText('ANSWER_NOT_NUMBER'))
  if (type === 'TEXT' && typeof value !== 'string')
    throw fieldError(['value'], 'INVALID_FORMAT', issueText('ANSWER_NOT_TEXT'))
  if (type === 'CHECK' || type === 'PHOTO') throw fieldError(['value'], 'NOT_ALLOWED', issueText('ANSWER_NOT_EXPECTED'))
}

export const toView = (item: ChecklistItemRow): ChecklistItem => ({
  id: item.id,
  label: item.label,
  type: item.type,
  required: item.required,
  value: item.value,
  done: item.doneAt !== null,
  doneAt: item.doneAt?.toISOString() ?? null,
  note: item.note,
  photoId: item.photoId,
  offersExtraWork: item.value === 'FAIL' && item.type === 'PASS_FAIL',
})
