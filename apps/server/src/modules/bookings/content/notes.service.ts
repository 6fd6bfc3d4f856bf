import type { PrivateNote } from '@fettle/protocol/bookings/content'
import { actorOf, type ActingProvider } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { effectiveTimeOf } from '../../../platform/http/occurred-at.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import { lockOwnBooking, subjectOf } from '../booking.access.ts'
import type { Booking } from '../booking.types.ts'
import * as store from './notes.store.ts'
import type { Tx } from '../../../platform/db/db.ts'

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
    await appendNoteEvent(deps, tx, party, booking, { type: 'booking.note_added', data: { noteId: note.id } })
    return toView(note)
  })
}

export function removeNote(deps: NoteDeps, party: ActingProvider, bookingId: string, noteId: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, bookingId)
    if (!(await store.remove(tx, bookingId, noteId))) throw new AppError('NOT_FOUND', { thing: 'note' })
    await appendNoteEvent(deps, tx, party, booking, { type: 'booking.note_removed', data: { noteId } })
  })
}

/** Saves private tags, without duplicates, in the given order. */
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
    await appendNoteEvent(deps, tx, party, booking, { type: 'booking.tags_changed', data: { tags: once } })
    return once
  })
}

const appendNoteEvent = (
  deps: NoteDeps,
  tx: Tx,
  party: ActingProvider,
  booking: Booking,
  { type, data }: { type: string; data: Record<string, unknown> },
): Promise<void> =>
  appendEvent(deps, tx, {
    subject: subjectOf(booking),
    type,
    actor: actorOf(party),
    data,
    visibility: 'PROVIDER',
    providerId: booking.providerId,
    customerId: booking.customer.id,
  })

export const toView = ({ id, text, at }: store.NoteRow): PrivateNote => ({ id, text, at: at.toISOString() })
