import { convertOffer } from '@fettle/protocol/offers/actions'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { confirmWork, payInvoice, toIso, work } from './booking-calls.ts'
import type { DemoContext } from '../context.ts'
import { acknowledgeWarnings, earlierTimeOff } from './availability.ts'
import { mondayOf, weekdayOf } from '../history/history.ts'
import { type DemoEvent, event, midnightOf } from '../schedule.ts'
import { contentOf, offers, type OfferStory } from '../offers/offer-stories.ts'

/** Ten in the morning, after early jobs. */
const START_OF_DAY_MS = 10 * HOUR_MS
const SUNDAY_INDEX = 6
/** Duration of work quoted by the half day and the day. */
const [HALF_A_DAY, A_DAY] = [4 * HOUR_MS, 7 * HOUR_MS]

interface QuotedJob {
  accepted: number
  start: number
  end: number
}

/** When quoted work of earlier months was done: some days after acceptance, one job a day. */
function quotedJobTimes(now: Date): Map<OfferStory, QuotedJob> {
  const takenDays = new Set<number>()
  const quoted = offers.earlier.flatMap((story): [OfferStory, QuotedJob][] => {
    const yes = story.after.find((step) => step.do === 'accept')
    if (!yes) return []
    const accepted = now.getTime() - yes.daysAgo * DAY_MS
    let day = midnightOf(new Date(accepted)) + 3 * DAY_MS
    while (weekdayOf(new Date(day)) === SUNDAY_INDEX || isAway(now, day) || takenDays.has(day)) day += DAY_MS
    takenDays.add(day)
    const sent = story.after.findLast((step) => step.do === 'send')
    const days = (sent && contentOf(sent.content))?.lineItems?.find(({ kind }) => kind === 'LABOUR')?.quantity ?? '1'
    const start = day + START_OF_DAY_MS
    return [[story, { accepted, start, end: start + (Number(days) < 1 ? HALF_A_DAY : A_DAY) }]]
  })
  return new Map(quoted)
}

function isAway(now: Date, day: number): boolean {
  const from = mondayOf(now, earlierTimeOff.weeks)
  return from <= day && day < from + earlierTimeOff.days * DAY_MS
}

/** When Ada worked on quoted jobs, so that nothing else is placed there. */
export const timesQuoted = (now: Date): [from: number, to: number][] =>
  [...quotedJobTimes(now).values()].map(({ start, end }) => [start, end])

/** Books, completes, confirms and pays accepted offers. */
export function eventsOfQuotedWork(
  demo: DemoContext,
  { story, offerId }: { story: OfferStory; offerId: () => string },
): DemoEvent[] {
  const { ada, now } = demo
  const when = quotedJobTimes(now).get(story)
  if (!when) return []
  const { accepted, start, end } = when
  let id = ''
  const book = async () => {
    const time = { startAt: toIso(start), durationMinutes: (end - start) / MINUTE_MS }
    const body = { target: 'BOOKING' as const, ...time, ...acknowledgeWarnings }
    const converted = await ada(convertOffer, { params: { id: offerId() }, body })
    id = converted.convertedTo?.id ?? ''
  }
  const summary = 'Completed as quoted and tested together.'
  return [
    event(accepted + 5 * HOUR_MS, book),
    event(end, () => work(demo, id, { start, end, summary })),
    event(end + 5 * HOUR_MS, () => confirmWork(demo, id)),
    event(end + 28 * HOUR_MS, () => payInvoice(demo, { bookingId: id })),
  ]
}
