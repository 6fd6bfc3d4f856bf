import type { ChecklistEntry, ChecklistItem, ChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { CHECKLIST_TEMPLATE_LIMIT } from '@fettle/protocol/bookings/constants'
import type { ActingProvider } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { effectiveTimeOf } from '../../../platform/workflow/effective-time.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { appendBookingEvent } from '../booking.effects.ts'
import type { Booking } from '../booking.types.ts'
import { listIds as listPhotoIds } from './photos.store.ts'
import * as rules from './checklist.rules.ts'
import * as store from './checklist.store.ts'
import type { ChecklistItemRow } from './checklist.store.ts'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

interface Checklist {
  name: string
  serviceCategory: ChecklistTemplate['serviceCategory']
  items: ChecklistEntry[]
}

/** Repository of checklist templates. */
export const checklistTemplates = createTemplateRepository<Checklist>({
  table: 'checklist_templates',
  columns: { name: 'name', serviceCategory: 'service_category', items: 'items' },
  prefix: 'tpl',
  limit: CHECKLIST_TEMPLATE_LIMIT,
})

type ChecklistDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'signal'>

/** Adds items from a template or one by one, at the end or before another item. Returns the whole checklist. */
export function addItems(
  deps: ChecklistDeps,
  party: ActingProvider,
  bookingId: string,
  {
    templateId,
    items,
    beforeItemId,
  }: {
    templateId?: string | undefined
    items?: readonly ChecklistEntry[] | undefined
    beforeItemId?: string | undefined
  },
): Promise<ChecklistItem[]> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    rules.assertMayChange(booking)
    const entries =
      templateId === undefined ? (items ?? []) : (await checklistTemplates.lock(tx, party.id, templateId)).items
    const existing = await store.listOf(tx, bookingId)
    rules.assertRoom(existing.length, entries.length)
    const next = existing.find(({ id }) => id === beforeItemId)
    if (next) await store.shiftItems(tx, { bookingId, from: next.position, count: entries.length })
    const first = next?.position ?? (existing.at(-1)?.position ?? 0) + 1
    await store.insert(
      tx,
      entries.map((entry, index) => ({
        ...entry,
        id: deps.ids.next('chk'),
        bookingId,
        position: first + index,
        value: null,
        doneAt: null,
        note: null,
        photoId: null,
      })),
    )
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.checklist_changed',
      data: { added: entries.length },
      visibility: 'PROVIDER',
    })
    return (await store.listOf(tx, bookingId)).map(rules.toView)
  })
}

export function answerItem(
  deps: ChecklistDeps,
  party: ActingProvider,
  bookingId: string,
  itemId: string,
  { occurredAt, ...change }: rules.ChecklistAnswer & { occurredAt?: string | undefined },
): Promise<ChecklistItem> {
  return deps.db.transaction(async (tx) => {
    const { booking, item } = await lockOwnItem(tx, party, bookingId, itemId)
    const photoIds = await listPhotoIds(tx, bookingId)
    const answeredItem = rules.answer(item, change, { photoIds, at: effectiveTimeOf(occurredAt, deps.clock.now()) })
    await store.save(tx, answeredItem)
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.checklist_answered',
      data: {
        itemId,
        label: item.label,
        done: answeredItem.doneAt !== null,
        ...(answeredItem.value === null ? {} : { value: answeredItem.value }),
      },
      visibility: 'PROVIDER',
    })
    return rules.toView(answeredItem)
  })
}

export function removeItem(
  deps: ChecklistDeps,
  party: ActingProvider,
  bookingId: string,
  itemId: string,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { booking, item } = await lockOwnItem(tx, party, bookingId, itemId)
    if (item.doneAt !== null || item.note !== null) {
      throw fieldError(['itemId'], 'NOT_ALLOWED', issueText('ITEM_ANSWERED'))
    }
    rules.assertMayRemove(booking, item)
    await store.remove(tx, itemId)
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.checklist_changed',
      data: { removed: item.label },
      visibility: 'PROVIDER',
    })
  })
}

async function lockOwnItem(
  tx: Tx,
  party: ActingProvider,
  bookingId: string,
  itemId: string,
): Promise<{ booking: Booking; item: ChecklistItemRow }> {
  const booking = await lockOwnBooking(tx, party, bookingId)
  const item = (await store.listOf(tx, bookingId)).find(({ id }) => id === itemId)
  if (!item) throw new AppError('NOT_FOUND', { thing: 'checklist item' })
  rules.assertMayChange(booking)
  return { booking, item }
}
