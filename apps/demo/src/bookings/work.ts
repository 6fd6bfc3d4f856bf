import type { DemoContext } from '../context.ts'
import * as providerActions from '@fettle/protocol/bookings/actions'
import { proposeMarketplaceTimes } from '@fettle/protocol/marketplace/bookings'
import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { cancelAsCustomer, confirmWork, occurred, reportNobodyThere, toIso } from './booking-calls.ts'
import { homeBase } from './availability.ts'
import type { DemoJob, JobOutcome } from './jobs.ts'
import { customers } from '../people/people.ts'
import { otherTimes } from '../placement.ts'
import { addJobContent } from './work-content.ts'
import { type DemoEvent, event } from '../schedule.ts'

const KM_PER_DEGREE = 111
const MINUTES_PER_KM = 2.2

interface Work {
  job: DemoJob
  start: number
  /** Whether it is in progress. */
  isRunning: boolean
  /** Whether she then reads her notifications. */
  readsNotifications: boolean
  /** Id of the booking, once created. */
  idOf: () => string
}

/** Events of an accepted job. Ada's steps carry the time at which they happened. */
export function eventsOfWork(
  demo: DemoContext,
  { job, start, isRunning, readsNotifications, idOf }: Work,
): DemoEvent[] {
  const { ada, marketplace, readNotifications } = demo
  const now = demo.now.getTime()
  const became: JobOutcome | 'in-progress' | undefined = isRunning
    ? 'in-progress'
    : (job.became ?? (start < now ? 'completed' : undefined))
  const leaves = start - minutesOfTravel(customers[job.who].home) * MINUTE_MS
  const end = start + job.minutes * MINUTE_MS
  const params = () => ({ id: idOf() })

  const begin = async () => {
    await ada(providerActions.startTravel, {
      params: params(),
      body: { ...occurred(leaves - 4 * MINUTE_MS), otherJob: 'KEEP_RUNNING' },
    })
    await ada(providerActions.arriveAtBooking, { params: params(), body: occurred(start - 4 * MINUTE_MS) })
    await ada(providerActions.startBooking, {
      params: params(),
      body: { ...occurred(start), otherJob: 'KEEP_RUNNING' },
    })
  }
  const note = async (at: number) => {
    if (job.content) await addJobContent({ demo, id: idOf(), at }, job.content)
  }
  /** Her visit at a time, after which she may read her notifications. */
  const visit = (at: number, work: () => Promise<unknown>) =>
    event(at, async () => {
      await work()
      if (readsNotifications) await readNotifications()
    })
  const handOver = () => {
    const body = { ...occurred(end), summary: 'All done and tested.', ...finalMinutes(job) }
    return ada(providerActions.completeBooking, { params: params(), body })
  }
  const atEnd = visit(end, async () => {
    await begin()
    await note(end)
    await handOver()
  })

  switch (became) {
    case 'completed':
      return [atEnd, event(end + 3 * HOUR_MS, () => confirmWork(demo, idOf()))]
    case 'handed-over':
      return [atEnd]
    case 'paused': {
      const body = { ...occurred(end), reasonCode: 'WAITING_MATERIALS' as const, note: 'The fill valve is on order.' }
      return [
        visit(end, () => begin().then(() => ada(providerActions.pauseBooking, { params: params(), body }))),
        // The customer has a day to answer, so it is requested this morning.
        visit(now - 3 * HOUR_MS, () => note(now - 3 * HOUR_MS)),
      ]
    }
    case 'in-progress':
      return [visit(start, () => begin().then(() => note(start)))]
    case 'no-show':
      return [
        visit(start + 25 * MINUTE_MS, () =>
          reportNobodyThere(demo, idOf(), {
            leftAt: leaves - 4 * MINUTE_MS,
            arrivedAt: start - 4 * MINUTE_MS,
            calledAt: start + 12 * MINUTE_MS,
            note: 'Nobody opened, and the phone rang out.',
          }),
        ),
      ]
    case 'cancelled-late': {
      // Which costs a fee.
      const cancellation = { reasonCode: 'SCHEDULE_CHANGED' as const, note: 'Called into the office.' }
      return [event(start - 90 * MINUTE_MS, () => cancelAsCustomer(demo, idOf(), cancellation))]
    }
    case 'to-be-moved':
      return [event(now - 25 * MINUTE_MS, proposeTimes)]
    case undefined:
      return []
  }

  /** Proposes other days as the customer. */
  async function proposeTimes(): Promise<void> {
    const slots = otherTimes(start, job.minutes).map(({ from, to }) => ({ startAt: toIso(from), endAt: toIso(to) }))
    const body = { slots, reasonCode: 'OTHER' as const, note: 'The tenant is away that morning.' }
    await marketplace(proposeMarketplaceTimes, { params: params(), body })
  }
}

/** Minutes of travel from Ada's base, by straight line and Lagos traffic. */
function minutesOfTravel({ lat, lng }: { lat: number; lng: number }): number {
  const eastward = (lng - homeBase.lng) * Math.cos((homeBase.lat * Math.PI) / 180)
  return Math.round(8 + Math.hypot(lat - homeBase.lat, eastward) * KM_PER_DEGREE * MINUTES_PER_KM)
}

/** Final minutes of hourly work, close to the estimate. */
const finalMinutes = ({ hourly, minutes }: DemoJob) => (hourly ? { finalMinutes: minutes + 10 } : {})
