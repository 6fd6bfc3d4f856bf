import type { DeclineReason } from '@fettle/protocol/bookings'
import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import type { reviewAspects } from '@fettle/protocol/reviews/constants'
import type { CustomerKey } from '../people/people.ts'
import { readData, type DemoPicture } from '../data.ts'
import type { WorkContent } from '../bookings/work-content.ts'
import type { Speaker } from '../messages/messages.ts'

/** Format of a job in the half year of history. */

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

export interface PastJobInput {
  /** Whole weeks before this one, weekday, and hour in Lagos: `25 TUE 09:00`. Moved later if that slot is taken. */
  when: string
  minutes: number
  /** Absent: to be quoted. */
  naira?: number
  title: string
  wish?: string
  /** Hours between request and start. Default: about two days. */
  ahead?: number
  /** Price per hour instead of a fixed price. */
  hourly?: boolean
  content?: WorkContent
  /** Chat messages before it, a few minutes apart; customers may send a photo. */
  messages?: readonly (readonly [Speaker, string, DemoPicture?])[]
  /** Ada's summary on completion. */
  summary?: string
  /** The customer requested a fix. */
  fix?: string
  /** Rescheduled by a number of days, with the reason. */
  moved?: readonly [days: number, by: Speaker, note: string]
  /** Outcome. Default: completed and confirmed. */
  end?:
    | 'expired'
    | 'withdrawn'
    | 'no-show'
    | { declined: DeclineReason; note?: string }
    | { cancelled: CancelReason; by: Speaker; hoursBefore: number; note?: string; contested?: string }
  /** Payment. Default: collected by the marketplace. */
  paid?: 'cash' | 'transfer' | { tip: number }
  review?: PastJobReview
}

export interface PastJobReview {
  stars: number
  text: string
  aspects?: Partial<Record<(typeof reviewAspects)[number], number>>
  reply?: string
}

export interface PastJob extends PastJobInput {
  who: CustomerKey
}

export interface PlacedJob {
  job: PastJob
  start: number
}

/** Ada's words where a job has none: on completion, and to reviews of five stars and of fewer. */
export const words = readData<Record<'done' | 'glad' | 'fair', string[]>>('words')
