import { DAY_MS } from '@fettle/protocol/core/durations'
import {
  cancelMarketplaceSeries,
  createMarketplaceSeries,
  declineMarketplaceSeries,
  getMarketplaceSeries,
} from '@fettle/protocol/marketplace/series'
import { requestBooking, followBooking } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { naira } from '../money.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

const WEEKS = 8
/** Visits stay at nine in wall-clock time across London's clock changes. */
const ZONE = 'Europe/London'

/** Eight weekly visits over a change of the clocks, one of which is taken and one of which is not needed. */
export const weeklyClean: Scenario = {
  name: 'WEEKLY_CLEAN',
  async *play(context) {
    const customer = await createCustomer(context, ({ punctuality }) => punctuality >= 0.7)
    const other = await createCustomer(context)
    const startsOn = dayOf(firstMonday(context.now()))

    // One of those mornings is taken by another customer.
    const takenAt = new Date(Date.parse(`${startsOn}T08:00:00Z`) + 14 * DAY_MS)
    const job = context.random.pick(smallJobs)
    const { id } = await requestBooking(context, other, job, { startAt: takenAt.toISOString(), durationMinutes: 120 })
    yield* followBooking(context, other, id, {
      until: ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'],
      timeoutMs: WAIT_LIMITS_MS.answer / 4,
    })

    const body = {
      customerId: customer.id,
      providerId: context.provider.id,
      title: 'Weekly clean of the guest house',
      description: 'Three rooms, two baths, the stairs. Linen is there.',
      location: customer.persona.home,
      price: { model: 'FIXED' as const, amount: naira(12_000) },
      rule: { freq: 'WEEKLY' as const, byDay: ['MON' as const], count: WEEKS },
      startsOn,
      localStart: '09:00',
      durationMinutes: 120,
      timeZone: ZONE,
      conflictPolicy: 'SKIP' as const,
    }
    const series = await customer.call(createMarketplaceSeries, { body }, `${WEEKS} weeks`)
    yield* customer.say(
      `${customer.persona.greeting}! We have guests every week now. Could you come on Mondays at nine?`,
    )
    const answeredSeries = yield* customer.waitFor(
      async () => {
        const now = await customer.read(getMarketplaceSeries, { params: { id: series.id } })
        return now.status === 'PENDING' ? undefined : now
      },
      WAIT_LIMITS_MS.answer,
      [series.id, ...(series.headBookingId ? [series.headBookingId] : [])],
    )
    if (answeredSeries?.status !== 'ACTIVE') {
      if (!answeredSeries) await customer.call(declineMarketplaceSeries, { params: { id: series.id }, body: {} })
      return answeredSeries ? answeredSeries.status.toLowerCase() : 'nobody answered'
    }
    yield* customer.sayOneOf(['Wonderful, {thanks}!'])
    const skipped = answeredSeries.occurrences.filter(({ status }) => status === 'SKIPPED').length
    yield context.random.integer(30, 90) * 1000

    const visit = answeredSeries.occurrences.filter(({ status }) => status === 'BOOKED' || status === 'PLANNED').at(3)
    if (!visit) return `${skipped} skipped`
    const cancelling = { scope: 'THIS' as const, index: visit.index, reasonCode: 'SCHEDULE_CHANGED' as const }
    await customer.call(
      cancelMarketplaceSeries,
      { params: { id: series.id }, body: cancelling },
      `visit ${visit.index}`,
    )
    yield* customer.sayOneOf(['We are away one of those weeks, I have taken that visit out.'])
    return `${skipped} skipped, 1 taken out`
  },
}

/** A Monday whose eight weeks include a clock change, or the next Monday where none is near. */
function firstMonday(now: Date): Date {
  const tomorrow = Math.ceil(now.getTime() / DAY_MS) * DAY_MS + DAY_MS
  const mondays = Array.from({ length: 9 }, (_, week) => new Date(tomorrow + week * 7 * DAY_MS)).map(
    (day) => new Date(day.getTime() + ((8 - day.getUTCDay()) % 7) * DAY_MS),
  )
  const crosses = (day: Date) => offset(day) !== offset(new Date(day.getTime() + WEEKS * 7 * DAY_MS))
  return mondays.find(crosses) ?? mondays[0] ?? new Date(tomorrow)
}

const offset = (day: Date): string | undefined =>
  new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'shortOffset' })
    .formatToParts(day)
    .find(({ type }) => type === 'timeZoneName')?.value
const dayOf = (day: Date): string => day.toISOString().slice(0, 10)
