import * as moves from '@fettle/protocol/bookings/actions'
import {
  cancelMarketplaceBooking,
  confirmMarketplaceBooking,
  getMarketplaceCancellationPreview,
  proposeMarketplaceTimes,
} from '@fettle/protocol/marketplace/bookings'
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import { homeBase } from './availability.ts'
import type { jobs } from './jobs.ts'
import type { JobOutcome } from './job.types.ts'
import { customers } from '../people/people.ts'
import { otherTimes } from '../placement.ts'
import { addJobContent } from './work-content.ts'
import type { WithSession } from '../sessions.ts'
import type { DemoEvent } from '../schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const KM_PER_DEGREE = 111
const MINUTES_PER_KM = 2.2

interface Work {
  job: (typeof jobs)[number]
  key: string
  start: number
  /** Whether it is in progress. */
  isRunning: boolean
  now: number
  /** Runs work while Ada is signed in. */
  visit: WithSession
  /** Id of the booking, once created. */
  idOf: () => string
}

/** Events of an accepted job. Ada's steps carry the time at which they happened. */
export function eventsOfWork(app: App, { job, key, start, isRunning, now, visit, idOf }: Work): DemoEvent[] {
  const became: JobOutcome | 'in-progress' | undefined = isRunning
    ? 'in-progress'
    : (job.became ?? (start < now ? 'completed' : undefined))
  const leaves = start - minutesOfTravel(customers[job.who].home) * MINUTE
  const end = start + job.minutes * MINUTE
  const params = () => ({ id: idOf() })
  const occurred = (at: number) => ({ occurredAt: new Date(at).toISOString() })

  const travel = (visitor: SignedInProvider) =>
    callAsProvider(app, moves.startTravel, { params: params(), body: occurred(leaves - 4 * MINUTE) }, visitor)
  const arrive = (visitor: SignedInProvider) =>
    callAsProvider(app, moves.arriveAtBooking, { params: params(), body: occurred(start - 4 * MINUTE) }, visitor)
  const begin = async (visitor: SignedInProvider) => {
    await travel(visitor)
    await arrive(visitor)
    await callAsProvider(
      app,
      moves.startBooking,
      { params: params(), body: { ...occurred(start), otherJob: 'KEEP_RUNNING' } },
      visitor,
    )
  }
  const note = async (visitor: SignedInProvider, at: number) => {
    if (job.content) await addJobContent({ app, visitor, id: idOf(), at }, job.content, key)
  }
  const handOver = (visitor: SignedInProvider) => {
    const body = { ...occurred(end), summary: 'All done and tested, the place is clean.', ...finalMinutes(job) }
    return callAsProvider(app, moves.completeBooking, { params: params(), body }, visitor)
  }
  const atEnd = {
    at: end,
    happens: () =>
      visit(async (visitor) => {
        await begin(visitor)
        await note(visitor, end)
        await handOver(visitor)
      }),
  }

  switch (became) {
    case 'completed':
      return [
        atEnd,
        {
          at: end + 3 * HOUR,
          happens: () =>
            callAsMarketplace(app, confirmMarketplaceBooking, { params: params(), body: {} }, `${key} confirm`),
        },
      ]
    case 'handed-over':
      return [atEnd]
    case 'paused': {
      const body = { ...occurred(end), reasonCode: 'WAITING_MATERIALS' as const, note: 'The fill valve is on order.' }
      const pause = (visitor: SignedInProvider) =>
        callAsProvider(app, moves.pauseBooking, { params: params(), body }, visitor)
      return [
        { at: end, happens: () => visit((visitor) => begin(visitor).then(() => pause(visitor))) },
        // The customer has a day to answer, so it is requested this morning.
        { at: now - 3 * HOUR, happens: () => visit((visitor) => note(visitor, now - 3 * HOUR)) },
      ]
    }
    case 'in-progress':
      return [{ at: start, happens: () => visit((visitor) => begin(visitor).then(() => note(visitor, start))) }]
    case 'no-show':
      return [{ at: start + 25 * MINUTE, happens: () => visit((visitor) => findNobody(visitor)) }]
    case 'cancelled-late':
      return [{ at: start - 90 * MINUTE, happens: cancelLate }]
    case 'to-be-moved':
      return [{ at: now - 25 * MINUTE, happens: proposeTimes }]
    case undefined:
      return []
  }

  async function findNobody(visitor: SignedInProvider): Promise<void> {
    await travel(visitor)
    await arrive(visitor)
    const attempt = { ...occurred(start + 12 * MINUTE), method: 'CALL' as const }
    const said = { note: 'Nobody opened, and the phone rang out.' }
    await callAsProvider(app, moves.addContactAttempt, { params: params(), body: attempt }, visitor)
    await callAsProvider(app, moves.reportNoShow, { params: params(), body: said }, visitor)
  }

  /** Cancels an hour and a half before the start, which costs a fee. */
  async function cancelLate(): Promise<void> {
    const reason = { reasonCode: 'SCHEDULE_CHANGED' as const }
    const asked = { params: params(), query: reason }
    const { previewHash } = await resultOf(
      callAsMarketplace(app, getMarketplaceCancellationPreview, asked, `${key} costs`),
    )
    const body = { ...reason, note: 'Called into the office.', acceptFee: true, previewHash }
    await callAsMarketplace(app, cancelMarketplaceBooking, { params: params(), body }, `${key} cancel late`)
  }

  /** Proposes other days as the customer. */
  async function proposeTimes(): Promise<void> {
    const slots = otherTimes(start, job.minutes).map(({ from, to }) => ({
      startAt: new Date(from).toISOString(),
      endAt: new Date(to).toISOString(),
    }))
    const body = { slots, reasonCode: 'OTHER' as const, note: 'The tenant is away that morning.' }
    await callAsMarketplace(app, proposeMarketplaceTimes, { params: params(), body }, `${key} other times`)
  }
}

/** Minutes of travel from Ada's base, by straight line and Lagos traffic. */
function minutesOfTravel({ lat, lng }: { lat: number; lng: number }): number {
  const eastward = (lng - homeBase.lng) * Math.cos((homeBase.lat * Math.PI) / 180)
  return Math.round(8 + Math.hypot(lat - homeBase.lat, eastward) * KM_PER_DEGREE * MINUTES_PER_KM)
}

/** Final minutes of hourly work, close to the estimate. */
const finalMinutes = ({ hourly, minutes }: (typeof jobs)[number]) => (hourly ? { finalMinutes: minutes + 10 } : {})
