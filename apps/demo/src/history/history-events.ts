import { createTimeOff } from '@fettle/protocol/availability/availability'
import * as providerActions from '@fettle/protocol/bookings/actions'
import { openDispute } from '@fettle/protocol/disputes'
import { sendMarketplaceFile } from '@fettle/protocol/marketplace/chat'
import * as marketplaceApi from '@fettle/protocol/marketplace/bookings'
import { decideDispute } from '@fettle/protocol/marketplace/disputes'
import {
  cancelAsCustomer,
  confirmWork,
  occurred,
  reportNobodyThere,
  requestBooking,
  toIso,
} from '../bookings/booking-calls.ts'
import { channelOf, say } from '../messages/channels.ts'
import { acknowledgeWarnings, earlierTimeOff } from '../bookings/availability.ts'
import { actingCustomer } from '../calls.ts'
import { mondayOf } from './history.ts'
import type { DemoContext } from '../context.ts'
import { words, type PlacedJob } from './history-kinds.ts'
import { eventsOfHistoryMoney } from './history-money.ts'
import { DAY_MS, type DemoEvent, event, HOUR_MS, MINUTE_MS } from '../schedule.ts'
import { pictureOf } from '../data.ts'
import { addJobContent } from '../bookings/work-content.ts'

/** The events of each past job, from request to review. */
export const eventsOfHistory = (given: DemoContext, placed: readonly PlacedJob[]): DemoEvent[] => [
  awayFrom(given),
  ...placed
    .flatMap((each, index) => eventsOf(given, each, index))
    .filter(({ at }) => at < given.now.getTime() - HOUR_MS),
]

function awayFrom({ ada, now }: DemoContext): DemoEvent {
  const monday = mondayOf(now, earlierTimeOff.weeks)
  const body = {
    startAt: toIso(monday),
    endAt: toIso(monday + earlierTimeOff.days * DAY_MS),
    reason: earlierTimeOff.reason,
    onAffected: 'KEEP' as const,
  }
  return event(monday - 40 * DAY_MS, () => ada(createTimeOff, { body }))
}

function eventsOf(given: DemoContext, { job, start }: PlacedJob, index: number): DemoEvent[] {
  const { ada, marketplace } = given
  const { who, title, minutes, end } = job
  const before = (job.moved?.[0] ?? 0) * DAY_MS
  // A job cancelled days before its start was agreed earlier.
  const calledOff = typeof end === 'object' && 'cancelled' in end ? end.hoursBefore : 0
  const asked = start - before - (job.ahead ?? 46 + (index % 6) + calledOff) * HOUR_MS
  const answered = asked + (12 + ((index * 37) % 150)) * MINUTE_MS
  const until = start + minutes * MINUTE_MS
  let id = ''
  const params = () => ({ id })

  const wish = event(asked, async () => {
    const { naira, hourly, wish: description = '' } = job
    id = await requestBooking(given, { who, title, description, startAt: start - before, minutes, naira, hourly })
  })
  const messages = (job.messages ?? []).map(([by, text, picture], line) => {
    // Shortly after the request is answered, or at once for urgent ones.
    const at = asked + (4 + 5 * line) * MINUTE_MS
    return event(at, async () => {
      if (!picture) return say(given, who, by, text)
      const { id } = await channelOf(given, who)
      return marketplace(sendMarketplaceFile, { params: { id }, body: { text }, file: pictureOf(picture) })
    })
  })

  if (end === 'expired') return [wish]
  if (end === 'withdrawn')
    return [
      wish,
      event(answered, () => marketplace(marketplaceApi.cancelMarketplaceBooking, { params: params(), body: {} })),
    ]
  if (typeof end === 'object' && 'declined' in end) {
    const body = { reasonCode: end.declined, ...(end.note && { note: end.note }) }
    return [wish, event(answered, () => ada(providerActions.declineBooking, { params: params(), body }))]
  }
  const agreed = [
    wish,
    ...messages,
    event(answered, () => ada(providerActions.acceptBooking, { params: params(), body: acknowledgeWarnings })),
    ...(job.moved ? move(...job.moved) : []),
  ]
  if (end === 'no-show') {
    const note = 'The gate is shut and nobody picks up. I waited half an hour.'
    const [leftAt, arrivedAt, calledAt] = [start - 30 * MINUTE_MS, start - 2 * MINUTE_MS, start + 10 * MINUTE_MS]
    const report = () => reportNobodyThere(given, id, { leftAt, arrivedAt, calledAt, note })
    return [...agreed, event(start + 25 * MINUTE_MS, report)]
  }
  if (end) return [...agreed, ...callOff(end)]
  const fixed = until + 26 * HOUR_MS
  const done = job.fix ? fixed : until
  // Every sixth customer does not answer, so the work is confirmed after three days.
  const confirmed = index % 6 === 5 ? done + 72 * HOUR_MS + MINUTE_MS : done + (2 + (index % 5)) * HOUR_MS
  return [
    ...agreed,
    event(until, work),
    ...(job.fix ? again(job.fix) : []),
    ...(index % 6 === 5 ? [] : [event(confirmed, () => confirmWork(given, id))]),
    ...eventsOfHistoryMoney(given, { job, index, confirmed, idOf: () => id }),
  ]

  async function work(): Promise<void> {
    // Some jobs start late, because of traffic.
    const startedAt = start + (index % 11 === 4 ? 22 : index % 3) * MINUTE_MS
    if (index % 4 === 0) {
      const leave = { ...occurred(startedAt - 32 * MINUTE_MS), otherJob: 'KEEP_RUNNING' as const }
      await ada(providerActions.startTravel, { params: params(), body: leave })
      await ada(providerActions.arriveAtBooking, { params: params(), body: occurred(startedAt - 3 * MINUTE_MS) })
    }
    const body = { ...occurred(startedAt), otherJob: 'KEEP_RUNNING' as const }
    await ada(providerActions.startBooking, { params: params(), body })
    if (job.content) await addJobContent({ demo: given, id, at: until }, job.content)
    await handOver(until)
  }
  function handOver(at: number): Promise<unknown> {
    const summary = job.summary ?? words.done[index % words.done.length] ?? ''
    const body = { ...occurred(at), summary, ...(job.hourly && { finalMinutes: minutes + 5 * (index % 3) }) }
    return ada(providerActions.completeBooking, { params: params(), body })
  }
  function again(note: string): DemoEvent[] {
    const ask = () => marketplace(marketplaceApi.requestFix, { params: params(), body: { note } })
    return [event(until + 4 * HOUR_MS, ask), event(fixed, () => handOver(fixed))]
  }

  function move(days: number, by: 'them' | 'ada', note: string): DemoEvent[] {
    const slots = [{ startAt: toIso(start), endAt: toIso(until) }]
    const at = start - days * DAY_MS - 20 * HOUR_MS
    let proposalId = ''
    const propose = async () => {
      const own = { slots, reasonCode: 'MATERIALS' as const, note, ...acknowledgeWarnings }
      const body = { slots, reasonCode: 'NOT_AVAILABLE' as const, note }
      const proposed =
        by === 'ada'
          ? ada(providerActions.proposeTimes, { params: params(), body: own })
          : marketplace(marketplaceApi.proposeMarketplaceTimes, { params: params(), body })
      proposalId = (await proposed).id
    }
    const agree = () => {
      const [answer, slotIndex] = [{ params: { id, proposalId } }, 0]
      return by === 'ada'
        ? marketplace(marketplaceApi.acceptMarketplaceProposal, {
            ...answer,
            body: { slotIndex, onBehalf: actingCustomer },
          })
        : ada(providerActions.acceptProposal, { ...answer, body: { slotIndex, ...acknowledgeWarnings } })
    }
    return [event(at, propose), event(at + HOUR_MS, agree)]
  }

  function callOff(why: Extract<NonNullable<typeof end>, { cancelled: unknown }>): DemoEvent[] {
    const at = start - why.hoursBefore * HOUR_MS
    const { cancelled: reasonCode, note, contested } = why
    const cancel = async () => {
      if (why.by === 'them') return cancelAsCustomer(given, id, { reasonCode, note })
      const { previewHash } = await ada(providerActions.getCancellationPreview, {
        params: params(),
        query: { reasonCode },
      })
      const body = { reasonCode, ...(note && { note }), acceptFee: true, previewHash }
      await ada(providerActions.cancelBooking, { params: params(), body })
    }
    return [event(at, cancel), ...(contested === undefined ? [] : contest(at, contested))]
  }

  /** Contests responsibility; without an answer in three days an operator decides. */
  function contest(at: number, statement: string): DemoEvent[] {
    let disputeId = ''
    return [
      event(at + 20 * HOUR_MS, async () => {
        await ada(providerActions.contestCancellation, { params: params(), body: { note: statement } })
        const body = { subject: { type: 'CANCELLATION' as const, id }, reasonCode: 'OTHER' as const, statement }
        disputeId = (await ada(openDispute, { body })).id
      }),
      event(at + 5 * DAY_MS, () => {
        const rationale = 'Neither the chat nor the call log shows that anybody tried to reach Ada.'
        const body = { attribution: 'CUSTOMER' as const, rationale }
        return marketplace(decideDispute, { params: { id: disputeId }, body })
      }),
    ]
  }
}
