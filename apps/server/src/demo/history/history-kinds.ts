import type { DeclineReason } from '@fettle/protocol/bookings'
import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import type { reviewAspects } from '@fettle/protocol/reviews'
import type { CustomerKey } from '../people/people.ts'
import type { DemoPicture } from '../people/pictures.ts'
import type { WorkContent } from '../bookings/work-content.ts'

/** What is told of a job of the half year behind the last weeks of the demo data. */

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

export interface PastJobInput {
  /** Whole weeks before this one, the day, and the hour in Lagos: somewhat later where that was taken. */
  when: readonly [weeks: number, day: (typeof weekdays)[number], at: string]
  minutes: number
  /** To be quoted when absent. */
  naira?: number
  title: string
  wish?: string
  /** Hours between the wish and its day, if not about two days. */
  ahead?: number
  /** Naira an hour instead of a fixed price. */
  hourly?: boolean
  content?: WorkContent
  /** What was said about it before, a few minutes apart; customers may send a photo with it. */
  messages?: readonly (readonly ['them' | 'ada', string, DemoPicture?])[]
  /** What Ada wrote when she was done. */
  summary?: string
  /** The customer had to ask for a second visit of the same job. */
  fix?: string
  /** It was moved by so many days before, because of what. */
  moved?: readonly [days: number, by: 'them' | 'ada', note: string]
  /** What became of it: done and confirmed unless this says otherwise. */
  end?:
    | 'expired'
    | 'withdrawn'
    | 'no-show'
    | { declined: DeclineReason; note?: string }
    | { cancelled: CancelReason; by: 'them' | 'ada'; hoursBefore: number; note?: string; contested?: string }
  /** How it was paid: by the marketplace unless this says otherwise. */
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

/** Somebody's wishes, with who they are. */
export const jobsOf = (who: CustomerKey, ...wishes: readonly PastJobInput[]): PastJob[] =>
  wishes.map((wish) => ({ ...wish, who }))

export interface PlacedJob {
  job: PastJob
  start: number
}
