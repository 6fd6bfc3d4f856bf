import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { acknowledgeWarnings } from './availability.ts'
import { jobs } from './jobs.ts'
import { event, type DemoEvent } from '../schedule.ts'
import { requestBooking } from './booking-calls.ts'
import { placeJobs, type Placement } from '../placement.ts'
import type { DemoContext } from '../context.ts'
import { eventsOfWork } from './work.ts'
import { sendRequestPhoto } from './work-content.ts'

/** When a past job was confirmed: three hours after its end. */
export function endOf(title: string, now: Date): number {
  const placedJob = [...placeJobs(jobs, now).values()].find(({ job }) => job.title === title)
  if (!placedJob) throw new Error(`Unknown job ${title} in the demo data`)
  return placedJob.end + 3 * 60 * MINUTE_MS
}

/** The events of a job, from its request to its outcome. */
export function eventsOfJob(demo: DemoContext, { job, start, isRunning }: Placement): DemoEvent[] {
  const { ada, marketplace, now, readRecent } = demo
  const askedAt =
    job.askedMinutesAgo === undefined
      ? Math.min(start - 2 * DAY_MS, now.getTime() - DAY_MS)
      : now.getTime() - job.askedMinutesAgo * MINUTE_MS
  let id = ''
  const ask = async () => {
    const { who, title, description, minutes, naira, hourly } = job
    const time = job.undated ? {} : { startAt: start }
    id = await requestBooking(demo, { who, title, description, minutes, naira, hourly, ...time })
    if (job.sends) await sendRequestPhoto(demo, id, job.sends)
  }
  const events = [event(askedAt, ask)]
  const answeredAt = askedAt + (47 + 13 * job.minutes) * (MINUTE_MS / 8)
  const { outcome } = job
  if (outcome === 'accepted') {
    const accept = () => ada(acceptBooking, { params: { id }, body: acknowledgeWarnings }).then(readRecent)
    events.push(event(answeredAt, accept))
    // Requests of today stay unanswered, because Ada is busy.
    const readsNotifications = start < now.getTime() - DAY_MS / 2 && start > now.getTime() - 5 * DAY_MS
    events.push(...eventsOfWork(demo, { job, start, isRunning, readsNotifications, idOf: () => id }))
  } else if (outcome === 'withdrawn') {
    const withdraw = () => marketplace(cancelMarketplaceBooking, { params: { id }, body: {} })
    events.push(event(answeredAt, withdraw))
  } else if (typeof outcome === 'object') {
    const body = { reasonCode: outcome.declined, ...(outcome.note && { note: outcome.note }) }
    events.push(event(answeredAt, () => ada(declineBooking, { params: { id }, body }).then(readRecent)))
  }
  return events
}

/** When Ada works on accepted jobs, so that nothing else is placed there. */
export const timesTaken = (now: Date): [from: number, to: number][] =>
  [...placeJobs(jobs, now).values()]
    .filter(({ job }) => job.outcome === 'accepted')
    .map(({ start, end }) => [start, end])
