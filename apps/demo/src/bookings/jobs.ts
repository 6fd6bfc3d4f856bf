import type { DeclineReason } from '@fettle/protocol/bookings'
import type { CustomerKey } from '../people/people.ts'
import { readData, type DemoPicture } from '../data.ts'
import type { WorkContent } from './work-content.ts'

export type JobOutcome = 'completed' | 'handed-over' | 'paused' | 'no-show' | 'cancelled-late' | 'to-be-moved'

/**
 * Days before today or after the day of the story, and the time of day. `now` is the job in progress when the demo is
 * seeded in working hours, otherwise her first job; `next` follows it.
 */
type JobTime = { day: number; at: string } | { day: 'now' | 'next' }

interface JobFacts {
  who: CustomerKey
  title: string
  description: string
  /** Outcome of an accepted job. Past jobs are completed by default. */
  became?: JobOutcome
  minutes: number
  /** Naira. Absent: to be quoted. */
  naira?: number
  /** Price per hour instead of a fixed price. */
  hourly?: boolean
  /** An unscheduled booking. */
  undated?: boolean
  /** Minutes before now. Default: two days before the start, at latest a day ago. */
  askedMinutesAgo?: number
  /** Content of the booking. */
  content?: WorkContent
  /** A photo from the customer. */
  sends?: DemoPicture
  outcome: 'accepted' | 'expired' | 'withdrawn' | 'waiting' | { declined: DeclineReason; note?: string }
}

export type DemoJob = JobFacts & JobTime

/** Ada's recent and coming requests by day. Times are in Lagos. */
export const jobs = readData<DemoJob[]>('jobs')
