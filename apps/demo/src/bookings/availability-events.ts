import { createTimeOff } from '@fettle/protocol/availability/availability'
import { createSeries } from '@fettle/protocol/bookings/series'
import { acceptMarketplaceSeries, createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { requestedSeries, timeOff, weeklyVisit } from './availability.ts'
import { actingCustomer } from '../calls.ts'
import { dayFrom, event, midnightOf, type DemoEvent } from '../schedule.ts'
import { seriesOf, toIso } from './booking-calls.ts'
import type { DemoContext } from '../context.ts'

/** The time off she takes, and the weekly visit they agree on. */
export function eventsOfAvailability(demo: DemoContext): DemoEvent[] {
  const { ada, marketplace, adaId, now, readRecent } = demo
  const at = (minutes: number) => now.getTime() - minutes * MINUTE_MS
  let id = ''
  const takeOff = async () => {
    const from = midnightOf(now) + timeOff.fromDay * DAY_MS
    const times = { startAt: toIso(from), endAt: toIso(from + timeOff.days * DAY_MS) }
    await ada(createTimeOff, { body: { ...times, reason: timeOff.reason, onAffected: 'KEEP' } })
    await readRecent()
  }
  const propose = async () => {
    id = (await ada(createSeries, { body: seriesOf(demo, weeklyVisit, dayFrom(now, weeklyVisit.fromDay)) })).id
    await readRecent()
  }
  const ask = () => {
    const body = seriesOf(demo, requestedSeries, dayFrom(now, requestedSeries.fromDay))
    return marketplace(createMarketplaceSeries, { body: { ...body, providerId: adaId } })
  }
  const agree = () => marketplace(acceptMarketplaceSeries, { params: { id }, body: { onBehalf: actingCustomer } })
  return [
    event(at(timeOff.takenMinutesAgo), takeOff),
    event(at(weeklyVisit.proposedMinutesAgo), propose),
    event(at(requestedSeries.askedMinutesAgo), ask),
    event(at(weeklyVisit.answeredMinutesAgo), agree),
  ]
}
