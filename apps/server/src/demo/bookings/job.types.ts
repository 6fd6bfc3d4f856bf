import type { DeclineReason } from '@fettle/protocol/bookings'
import type { CustomerKey } from '../people/people.ts'
import type { DemoPicture } from '../people/pictures.ts'
import type { WorkContent } from './work-content.ts'

export type JobOutcome = 'completed' | 'handed-over' | 'paused' | 'no-show' | 'cancelled-late' | 'to-be-moved'

/**
 * Days before today or after the day of the story, and the time of day. `now` is what Ada works on when the demo is
 * seeded in her hours, and her first job otherwise; `next` comes after it.
 */
type JobTime = { day: number; at: string } | { day: 'now' | 'next' }

interface JobFacts {
  who: CustomerKey
  title: string
  description: string
  /** What became of it once it was accepted: what lies behind is completed unless this says otherwise. */
  became?: JobOutcome
  minutes: number
  /** Naira; to be quoted when absent. */
  naira?: number
  /** Naira an hour instead of a fixed price. */
  hourly?: boolean
  /** They want it done, and leave the day to be agreed on. */
  undated?: boolean
  /** Minutes before now; two days before the start, and a day ago at the latest, unless given. */
  askedAgo?: number
  /** What gathered on it. */
  content?: WorkContent
  /** A photo the customer sends along. */
  sends?: DemoPicture
  outcome: 'accepted' | 'expired' | 'withdrawn' | 'waiting' | { declined: DeclineReason; note?: string }
}

export type DemoJob = JobFacts & JobTime
