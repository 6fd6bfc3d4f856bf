import * as moves from '@fettle/protocol/booking-moves'
import {
  cancelMarketplaceBooking,
  confirmMarketplaceBooking,
  getMarketplaceCancellationPreview,
  proposeMarketplaceTimes,
} from '@fettle/protocol/marketplace-bookings'
import type { App } from '../app.ts'
import { DEMO_KEY } from '../modules/marketplace/index.ts'
import { asMarketplace, call, once } from './front-door.ts'
import type { Became, jobs } from './jobs.ts'
import { putContent } from './work-content.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Work {
  job: (typeof jobs)[number]
  key: string
  start: number
  now: number
  /** What Ada does while she is logged in. */
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
  /** The booking, once it is there. */
  idOf: () => string
}

interface Event {
  at: number
  happens: () => Promise<void>
}

/** What became of a job that was agreed on: Ada's steps are sent when she has time, with when they were. */
export function eventsOfWork(app: App, { job, key, start, now, visit, idOf }: Work): Event[] {
  const became: Became | undefined = job.became ?? (start < now ? 'completed' : undefined)
  const end = start + job.minutes * MINUTE
  const params = () => ({ id: idOf() })
  const occurred = (at: number) => ({ occurredAt: new Date(at).toISOString() })

  const travel = (token: string) =>
    once(call(app, moves.startTravel, { params: params(), body: occurred(start - 35 * MINUTE) }, token))
  const arrive = (token: string) =>
    once(call(app, moves.arriveAtBooking, { params: params(), body: occurred(start - 4 * MINUTE) }, token))
  const begin = async (token: string) => {
    await travel(token)
    await arrive(token)
    await once(call(app, moves.startBooking, { params: params(), body: occurred(start) }, token))
  }
  const note = async (token: string, at: number) => {
    if (job.content) await putContent({ app, token, id: idOf(), at }, job.content, key)
  }
  const handOver = (token: string) => {
    const body = { ...occurred(end), summary: 'All done and tested, the place is clean.', ...finalMinutes(job) }
    return once(call(app, moves.completeBooking, { params: params(), body }, token))
  }
  const atEnd = {
    at: end,
    happens: () =>
      visit(async (token) => {
        await begin(token)
        await note(token, end)
        await handOver(token)
      }),
  }

  switch (became) {
    case 'completed':
      return [
        atEnd,
        {
          at: end + 3 * HOUR,
          happens: () =>
            once(asMarketplace(app, confirmMarketplaceBooking, { params: params(), body: {} }, `${key} confirm`)),
        },
      ]
    case 'handed-over':
      return [atEnd]
    case 'paused': {
      const body = { ...occurred(end), reasonCode: 'WAITING_MATERIALS' as const, note: 'The fill valve is on order.' }
      const pause = (token: string) => once(call(app, moves.pauseBooking, { params: params(), body }, token))
      return [
        { at: end, happens: () => visit((token) => begin(token).then(() => pause(token))) },
        // The customer has a day to agree: it is asked for this morning.
        { at: now - 3 * HOUR, happens: () => visit((token) => note(token, now - 3 * HOUR)) },
      ]
    }
    case 'in-progress':
      return [{ at: start, happens: () => visit((token) => begin(token).then(() => note(token, start))) }]
    case 'arrived':
      return [{ at: start - 4 * MINUTE, happens: () => visit((token) => travel(token).then(() => arrive(token))) }]
    case 'en-route': {
      const body = { etaAt: new Date(start).toISOString() }
      const go = (token: string) => once(call(app, moves.startTravel, { params: params(), body }, token))
      return [{ at: now - 10 * MINUTE, happens: () => visit(go) }]
    }
    case 'no-show':
      return [{ at: start + 25 * MINUTE, happens: () => visit((token) => findNobody(token)) }]
    case 'cancelled-late':
      return [{ at: start - 90 * MINUTE, happens: cancelLate }]
    case 'to-be-moved':
      return [{ at: now - 25 * MINUTE, happens: proposeTimes }]
    case undefined:
      return []
  }

  async function findNobody(token: string): Promise<void> {
    await travel(token)
    await arrive(token)
    const attempt = { ...occurred(start + 12 * MINUTE), method: 'CALL' as const }
    const said = { note: 'Nobody opened, and the phone rang out.' }
    await once(call(app, moves.addContactAttempt, { params: params(), body: attempt }, token))
    await once(call(app, moves.reportNoShow, { params: params(), body: said }, token))
  }

  /** Something came up, an hour and a half before: that has a price. */
  async function cancelLate(): Promise<void> {
    const reason = { reasonCode: 'SCHEDULE_CHANGED' as const }
    const asked = { params: params(), query: reason }
    await once(
      call(app, getMarketplaceCancellationPreview, asked, DEMO_KEY).then(({ previewHash }) => {
        const body = { ...reason, note: 'Called into the office.', acceptFee: true, previewHash }
        return asMarketplace(app, cancelMarketplaceBooking, { params: params(), body }, `${key} cancel late`)
      }),
    )
  }

  /** The customer would rather have it another day. */
  async function proposeTimes(): Promise<void> {
    // One and two days later, at two in the afternoon in Lagos.
    const slots = [1, 2].map((days) => {
      const startAt = start - (start % DAY) + days * DAY + 13 * HOUR
      return {
        startAt: new Date(startAt).toISOString(),
        endAt: new Date(startAt + job.minutes * MINUTE).toISOString(),
      }
    })
    const body = { slots, reasonCode: 'OTHER' as const, note: 'The tenant is away that morning.' }
    await once(asMarketplace(app, proposeMarketplaceTimes, { params: params(), body }, `${key} other times`))
  }
}

/** Hourly work took about as long as was thought. */
const finalMinutes = ({ hourly, minutes }: (typeof jobs)[number]) => (hourly ? { finalMinutes: minutes + 10 } : {})
