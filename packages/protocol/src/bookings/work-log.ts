import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { BookingId, idOf, Instant, line } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { workKinds } from './constants.ts'

/** Time entries of a job: travel, work and breaks. An entry without an end is a running timer. */

export const WorkKind = z.enum(workKinds, issueText('TIME_KIND_REQUIRED'))
export type WorkKind = z.infer<typeof WorkKind>

const SegmentId = idOf('wrk')

export const WorkSegment = z.object({
  id: SegmentId,
  kind: WorkKind,
  startedAt: Instant,
  /** Null while the timer runs. */
  endedAt: z.nullable(Instant),
  minutes: z.nullable(z.int()),
  editedReason: z.nullable(z.string()),
})
export type WorkSegment = z.infer<typeof WorkSegment>

const bookingParams = z.object({ id: BookingId })
const reason = line(3, 200, issueText('EXPLAIN_WHY'))
const errors = ['NOT_FOUND', 'INVALID_TRANSITION', 'TIMER_RUNNING'] as const

export const startTimer = operation({
  name: 'bookings.startTimer',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/work-log/start',
  audience: 'provider',
  summary: 'Start a timer on a job. Refused while another timer runs on it.',
  params: bookingParams,
  body: z.object({ kind: WorkKind, occurredAt: z.optional(Instant) }),
  status: 201,
  returns: WorkSegment,
  errors: [...errors],
})

export const stopTimer = operation({
  name: 'bookings.stopTimer',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/work-log/stop',
  audience: 'provider',
  summary: 'Stop the running timer of a job.',
  params: bookingParams,
  body: z.object({ occurredAt: z.optional(Instant) }),
  returns: WorkSegment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const addWorkSegment = operation({
  name: 'bookings.addWorkSegment',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/work-log',
  audience: 'provider',
  summary: 'Add a time entry the timer missed, with a reason.',
  params: bookingParams,
  body: z.object({ kind: WorkKind, startedAt: Instant, endedAt: Instant, reason }),
  status: 201,
  returns: WorkSegment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const editWorkSegment = operation({
  name: 'bookings.editWorkSegment',
  whileSuspended: 'running',
  method: 'PATCH',
  path: '/v2/bookings/:id/work-log/:segmentId',
  audience: 'provider',
  summary: 'Correct a time entry, with a reason.',
  params: z.object({ id: BookingId, segmentId: SegmentId }),
  body: z.object({
    kind: z.optional(WorkKind),
    startedAt: z.optional(Instant),
    endedAt: z.optional(Instant),
    reason,
  }),
  returns: WorkSegment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
