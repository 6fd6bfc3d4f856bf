import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import type { App } from '../../app.ts'
import { acknowledgeWarnings } from './availability.ts'
import { callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import { jobs } from './jobs.ts'
import { DAY_MS, MINUTE_MS, type DemoEvent } from '../schedule.ts'
import { customers } from '../people/people.ts'
import { placeJobs, type Placement } from '../placement.ts'
import type { DemoPeople } from '../people/demo-people.ts'
import { withSession } from '../sessions.ts'
import { eventsOfWork } from './work.ts'
import { sendRequestPhoto } from './work-content.ts'

const naira = (whole: number) => ({ amount: whole * 100, currency: 'NGN' })

/** When a past job was confirmed: three hours after its end. */
export function endOf(title: string, now: Date): number {
  const placed = [...placeJobs(jobs, now).values()].find(({ job }) => job.title === title)
  if (!placed) throw new Error(`Unknown job ${title} in the demo data`)
  return placed.end + 3 * 60 * MINUTE_MS
}

/** The events of a job, from its request to its outcome. */
export function eventsOfJob(
  app: App,
  { adaId, customerIds }: DemoPeople,
  now: Date,
  { job, start, isRunning }: Placement,
  key: string,
): DemoEvent[] {
  const asked =
    job.askedAgo === undefined
      ? Math.min(start - 2 * DAY_MS, now.getTime() - DAY_MS)
      : now.getTime() - job.askedAgo * MINUTE_MS
  const { name: _, phone: __, email: ___, home } = customers[job.who]
  let id = ''
  const events: DemoEvent[] = [
    {
      at: asked,
      happens: async () => {
        const body = {
          customerId: customerIds[job.who],
          providerId: adaId,
          title: job.title,
          description: job.description,
          ...(job.undated ? { schedulingMode: 'UNSCHEDULED' as const } : { startAt: new Date(start).toISOString() }),
          durationMinutes: job.minutes,
          location: { ...home, state: 'Lagos', country: 'NG' },
          ...(job.naira && {
            price: job.hourly
              ? { model: 'HOURLY' as const, hourlyRate: naira(job.naira), estimatedMinutes: job.minutes }
              : { model: 'FIXED' as const, amount: naira(job.naira) },
          }),
        }
        id = (await callAsMarketplace(app, createMarketplaceBooking, { body }, key)).made
        if (job.sends) await sendRequestPhoto(app, id, job.sends, key)
      },
    },
  ]
  const answered = asked + (47 + 13 * job.minutes) * (MINUTE_MS / 8)
  // Once a week is enough for what was read long ago.
  const reads = asked > now.getTime() - 5 * DAY_MS
  const asAda = (answer: (visitor: SignedInProvider) => Promise<unknown>) =>
    withSession(app, adaId, (visitor) => answer(visitor), { reads })
  const { outcome } = job
  if (outcome === 'accepted') {
    events.push({
      at: answered,
      happens: () =>
        asAda((visitor) => callAsProvider(app, acceptBooking, { params: { id }, body: acknowledgeWarnings }, visitor)),
    })
    // Requests of today stay unanswered, because Ada is busy.
    const looks = start < now.getTime() - DAY_MS / 2 && start > now.getTime() - 5 * DAY_MS
    const visit = (go: (visitor: SignedInProvider) => Promise<unknown>) => withSession(app, adaId, go, { reads: looks })
    events.push(...eventsOfWork(app, { job, key, start, isRunning, now: now.getTime(), visit, idOf: () => id }))
  } else if (outcome === 'withdrawn') {
    const withdraw = () =>
      callAsMarketplace(app, cancelMarketplaceBooking, { params: { id }, body: {} }, `${key} cancel`)
    events.push({ at: answered, happens: () => withdraw() })
  } else if (typeof outcome === 'object') {
    const body = { reasonCode: outcome.declined, ...(outcome.note && { note: outcome.note }) }
    events.push({
      at: answered,
      happens: () => asAda((visitor) => callAsProvider(app, declineBooking, { params: { id }, body }, visitor)),
    })
  }
  return events
}

/** When Ada works on accepted jobs, so that nothing else is placed there. */
export const timesTaken = (now: Date): [from: number, to: number][] =>
  [...placeJobs(jobs, now).values()]
    .filter(({ job }) => job.outcome === 'accepted')
    .map(({ start, end }) => [start, end])
