import * as z from 'zod/mini'
import { BookingPhoto } from './photos.ts'
import { ChecklistItem } from './checklists.ts'
import { operation } from '../core/operation.ts'
import { BookingId, idOf, Instant, line, Money, prose } from '../core/values.ts'
import { PriceAdjustment } from './adjustments.ts'
import { WorkSegment } from './work-log.ts'
import { issueText } from '../core/issue-text.ts'

/** Content added to a booking during the job, as fields of the booking. */

export const PrivateNote = z.object({ id: idOf('nte'), text: z.string(), at: Instant })
export type PrivateNote = z.infer<typeof PrivateNote>

export const bookingContent = {
  photos: z.array(BookingPhoto),
  checklist: z.array(ChecklistItem),
  workLog: z.array(WorkSegment),
  priceAdjustments: z.array(PriceAdjustment),
  /**
   * What is charged: the agreed price with all approved adjustments, or these alone while it is to quote or where a
   * milestone is paid instead. Null: nothing yet.
   */
  adjustedTotal: z.nullable(Money),
  /** Address of the customer's signature on the finished work, valid for five minutes. */
  signatureUrl: z.nullable(z.string()),
  /** Private to the provider; customers never see them. */
  privateNotes: z.array(PrivateNote),
  tags: z.array(z.string()),
}

export const BookingContent = z.object(bookingContent)
export type BookingContent = z.infer<typeof BookingContent>

const params = z.object({ id: BookingId })

export const addBookingNote = operation({
  name: 'bookings.addNote',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/notes',
  audience: 'provider',
  summary: 'Add a private note. Only its provider sees it.',
  params,
  body: z.object({ text: prose(1, 2000, issueText('TEXT_LENGTH')), occurredAt: z.optional(Instant) }),
  status: 201,
  returns: PrivateNote,
  errors: ['NOT_FOUND'],
})

export const removeBookingNote = operation({
  name: 'bookings.removeNote',
  whileSuspended: 'running',
  method: 'DELETE',
  path: '/v2/bookings/:id/notes/:noteId',
  audience: 'provider',
  summary: 'Delete a private note.',
  params: z.object({ id: BookingId, noteId: idOf('nte') }),
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})

export const saveBookingTags = operation({
  name: 'bookings.saveTags',
  method: 'PUT',
  path: '/v2/bookings/:id/tags',
  audience: 'provider',
  summary: 'Replace the private tags of a booking.',
  params,
  body: z.object({
    tags: z.array(line(1, 30, issueText('TAG_LENGTH'))).check(z.maxLength(10, issueText('MAX_TAGS'))),
  }),
  returns: z.array(z.string()),
  errors: ['NOT_FOUND'],
})
