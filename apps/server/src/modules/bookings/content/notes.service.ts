import type { PrivateNote } from '@fettle/protocol/bookings/content'
import type { ActingProvider } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { effectiveTimeOf } from '../../../platform/workflow/effective-time.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { appendBookingEvent } from '../booking.effects.ts'
import * as store from './notes.store.ts'

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'signal'>

/** Adds a private note. The timeline records that there is one, not its text. */
export function addNote(
  deps: NoteDeps,
  party: ActingProvider,
  bookingId: string,
  { text, occurredAt }: { text: string; occurredAt?: string | undefined },
): Promise<PrivateNote> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    const note = { id: deps.ids.next('nte'), text, at: effectiveTimeOf(occurredAt, deps.clock.now()) }
    await store.insert(tx, bookingId, note)
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.note_added',
      data: { noteId: note.id },
      visibility: 'PROVIDER',
    })
    return toView(note)
  })
}

export function removeNote(deps: NoteDeps, party: ActingProvider, bookingId: string, noteId: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    if (!(await store.remove(tx, bookingId, noteId))) throw new AppError('NOT_FOUND', { thing: 'note' })
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.note_removed',
      data: { noteId },
      visibility: 'PROVIDER',
    })
  })
}

/** Saves private tags, without duplicates, in the given order. The timeline records the change, not the tags. */
export function saveTags(
  deps: NoteDeps,
  party: ActingProvider,
  bookingId: string,
  tags: readonly string[],
): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    const once = [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]
    await store.saveTags(tx, bookingId, once)
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.tags_changed',
      visibility: 'PROVIDER',
    })
    return once
  })
}

export const toView = ({ id, text, at }: store.NoteRow): PrivateNote => ({ id, text, at: at.toISOString() })
