import { createTimeOff } from '@fettle/protocol/availability/availability'
import * as providerActions from '@fettle/protocol/bookings/actions'
import { openDispute } from '@fettle/protocol/disputes'
import { sendMarketplaceFile } from '@fettle/protocol/marketplace/chat'
import * as marketplaceApi from '@fettle/protocol/marketplace/bookings'
import { decideDispute } from '@fettle/protocol/marketplace/disputes'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
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
import { words, type PastJob, type PlacedJob } from './history-kinds.ts'
import { eventsOfHistoryMoney } from './history-money.ts'
import { type DemoEvent, event } from '../schedule.ts'
import { pictureOf } from '../data.ts'
import { addJobContent } from '../bookings/work-content.ts'
import type { Speaker } from '../messages/messages.ts'

/** The events of each past job, from request to review. */
export const eventsOfHistory = (demo: DemoContext, jobs: readonly PlacedJob[]): DemoEvent[] => [
  timeOff(demo),
  ...jobs
    .flatMap((each, index) => eventsOfJob(demo, each, index))
    .filter(({ at }) => at < demo.now.getTime() - HOUR_MS),
]

function timeOff({ ada, now }: DemoContext): DemoEvent {
  const monday = mondayOf(now, earlierTimeOff.weeks)
  const body = {
    startAt: toIso(monday),
    endAt: toIso(monday + earlierTimeOff.days * DAY_MS),
    reason: earlierTimeOff.reason,
    onAffected: 'KEEP' as const,
  }
  return event(monday - 40 * DAY_MS, () => ada(createTimeOff, { body }))
}

/** A past job whose events are being made. */
interface JobContext extends PlacedJob {
  demo: DemoContext
  /** Its position among the past jobs, which varies times and texts. */
  index: number
  /** When it was to end. */
  until: number
  /** Id of its booking, once requested. */
  idOf: () => string
}

const paramsOf = ({ idOf }: JobContext) => ({ id: idOf() })

function eventsOfJob(demo: DemoContext, { job, start }: PlacedJob, index: number): DemoEvent[] {
  const { ada, marketplace } = demo
  const { who, title, minutes, end } = job
  let id = ''
  const context: JobContext = { demo, job, start, index, until: start + minutes * MINUTE_MS, idOf: () => id }
  const params = () => paramsOf(context)
  const movedBy = (job.moved?.[0] ?? 0) * DAY_MS
  // A job cancelled days before its start was agreed earlier.
  const cancelledHours = typeof end === 'object' && 'cancelled' in end ? end.hoursBefore : 0
  const requestedAt = start - movedBy - (job.ahead ?? 46 + (index % 6) + cancelledHours) * HOUR_MS
  const answeredAt = requestedAt + (12 + ((index * 37) % 150)) * MINUTE_MS

  const request = event(requestedAt, async () => {
    const { naira, hourly, wish: description = '' } = job
    id = await requestBooking(demo, { who, title, description, startAt: start - movedBy, minutes, naira, hourly })
  })
  if (end === 'expired') return [request]
  if (end === 'withdrawn') {
    const withdraw = () => marketplace(marketplaceApi.cancelMarketplaceBooking, { params: params(), body: {} })
    return [request, event(answeredAt, withdraw)]
  }
  if (typeof end === 'object' && 'declined' in end) {
    const body = { reasonCode: end.declined, ...(end.note && { note: end.note }) }
    return [request, event(answeredAt, () => ada(providerActions.declineBooking, { params: params(), body }))]
  }
  return [
    request,
    ...eventsOfMessages(context, requestedAt),
    event(answeredAt, () => ada(providerActions.acceptBooking, { params: params(), body: acknowledgeWarnings })),
    ...(job.moved ? eventsOfReschedule(context, ...job.moved) : []),
    ...(end === 'no-show' ? [noShow(context)] : end ? eventsOfCancellation(context, end) : eventsOfWork(context)),
  ]
}

/** The chat before the job: shortly after the request is answered, or at once for urgent ones. */
function eventsOfMessages({ demo, job: { who, messages = [] } }: JobContext, requestedAt: number): DemoEvent[] {
  return messages.map(([by, text, picture], line) =>
    event(requestedAt + (4 + 5 * line) * MINUTE_MS, async () => {
      if (!picture) return say(demo, who, by, text)
      const { id } = await channelOf(demo, who)
      return demo.marketplace(sendMarketplaceFile, { params: { id }, body: { text }, file: pictureOf(picture) })
    }),
  )
}

function eventsOfReschedule(context: JobContext, days: number, by: Speaker, note: string): DemoEvent[] {
  const { start, until, idOf } = context
  const { ada, marketplace } = context.demo
  const slots = [{ startAt: toIso(start), endAt: toIso(until) }]
  const at = start - days * DAY_MS - 20 * HOUR_MS
  let proposalId = ''
  const propose = async () => {
    const proposal = { slots, reasonCode: 'MATERIALS' as const, note, ...acknowledgeWarnings }
    const body = { slots, reasonCode: 'NOT_AVAILABLE' as const, note }
    const proposed =
      by === 'ada'
        ? ada(providerActions.proposeTimes, { params: paramsOf(context), body: proposal })
        : marketplace(marketplaceApi.proposeMarketplaceTimes, { params: paramsOf(context), body })
    proposalId = (await proposed).id
  }
  const agree = () => {
    const [answer, slotIndex] = [{ params: { id: idOf(), proposalId } }, 0]
    return by === 'ada'
      ? marketplace(marketplaceApi.acceptMarketplaceProposal, {
          ...answer,
          body: { slotIndex, onBehalf: actingCustomer },
        })
      : ada(providerActions.acceptProposal, { ...answer, body: { slotIndex, ...acknowledgeWarnings } })
  }
  return [event(at, propose), event(at + HOUR_MS, agree)]
}

function noShow({ demo, start, idOf }: JobContext): DemoEvent {
  const note = 'The gate is shut and nobody picks up. I waited half an hour.'
  const [leftAt, arrivedAt, calledAt] = [start - 30 * MINUTE_MS, start - 2 * MINUTE_MS, start + 10 * MINUTE_MS]
  const report = () => reportNobodyThere(demo, idOf(), { leftAt, arrivedAt, calledAt, note })
  return event(start + 25 * MINUTE_MS, report)
}

type Cancellation = Extract<PastJob['end'], { cancelled: unknown }>

function eventsOfCancellation(context: JobContext, cancellation: Cancellation): DemoEvent[] {
  const { demo, start, idOf } = context
  const at = start - cancellation.hoursBefore * HOUR_MS
  const { cancelled: reasonCode, note, contested } = cancellation
  const cancel = async () => {
    if (cancellation.by === 'them') return cancelAsCustomer(demo, idOf(), { reasonCode, note })
    const params = paramsOf(context)
    const { previewHash } = await demo.ada(providerActions.getCancellationPreview, { params, query: { reasonCode } })
    const body = { reasonCode, ...(note && { note }), acceptFee: true, previewHash }
    await demo.ada(providerActions.cancelBooking, { params, body })
  }
  return [event(at, cancel), ...(contested === undefined ? [] : eventsOfContest(context, at, contested))]
}

/** Contests responsibility; without an answer in three days an operator decides. */
function eventsOfContest(context: JobContext, at: number, statement: string): DemoEvent[] {
  const { ada, marketplace } = context.demo
  let disputeId = ''
  return [
    event(at + 20 * HOUR_MS, async () => {
      const params = paramsOf(context)
      await ada(providerActions.contestCancellation, { params, body: { note: statement } })
      const body = { subject: { type: 'CANCELLATION' as const, ...params }, reasonCode: 'OTHER' as const, statement }
      disputeId = (await ada(openDispute, { body })).id
    }),
    event(at + 5 * DAY_MS, () => {
      const rationale = 'Neither the chat nor the call log shows that anybody tried to reach Ada.'
      const body = { attribution: 'CUSTOMER' as const, rationale }
      return marketplace(decideDispute, { params: { id: disputeId }, body })
    }),
  ]
}

/** The work, its fix if the customer requested one, its confirmation and its payment. */
function eventsOfWork(context: JobContext): DemoEvent[] {
  const { demo, job, index, until, idOf } = context
  const fixedAt = until + 26 * HOUR_MS
  const doneAt = job.fix ? fixedAt : until
  // Every sixth customer does not answer, so the work is confirmed after three days.
  const isUnanswered = index % 6 === 5
  const confirmed = doneAt + (isUnanswered ? 72 * HOUR_MS + MINUTE_MS : (2 + (index % 5)) * HOUR_MS)
  return [
    event(until, () => work(context)),
    ...(job.fix ? eventsOfFix(context, job.fix, fixedAt) : []),
    ...(isUnanswered ? [] : [event(confirmed, () => confirmWork(demo, idOf()))]),
    ...eventsOfHistoryMoney(demo, { job, index, confirmed, idOf }),
  ]
}

async function work(context: JobContext): Promise<void> {
  const { demo, job, start, index, until, idOf } = context
  const params = paramsOf(context)
  // Some jobs start late, because of traffic.
  const startedAt = start + (index % 11 === 4 ? 22 : index % 3) * MINUTE_MS
  if (index % 4 === 0) {
    const leave = { ...occurred(startedAt - 32 * MINUTE_MS), otherJob: 'KEEP_RUNNING' as const }
    await demo.ada(providerActions.startTravel, { params, body: leave })
    await demo.ada(providerActions.arriveAtBooking, { params, body: occurred(startedAt - 3 * MINUTE_MS) })
  }
  const body = { ...occurred(startedAt), otherJob: 'KEEP_RUNNING' as const }
  await demo.ada(providerActions.startBooking, { params, body })
  if (job.content) await addJobContent({ demo, id: idOf(), at: until }, job.content)
  await handOver(context, until)
}

function handOver(context: JobContext, at: number): Promise<unknown> {
  const { demo, job, index } = context
  const summary = job.summary ?? words.done[index % words.done.length] ?? ''
  const body = { ...occurred(at), summary, ...(job.hourly && { finalMinutes: job.minutes + 5 * (index % 3) }) }
  return demo.ada(providerActions.completeBooking, { params: paramsOf(context), body })
}

function eventsOfFix(context: JobContext, note: string, fixedAt: number): DemoEvent[] {
  const request = () =>
    context.demo.marketplace(marketplaceApi.requestFix, { params: paramsOf(context), body: { note } })
  return [event(context.until + 4 * HOUR_MS, request), event(fixedAt, () => handOver(context, fixedAt))]
}
