import { createTimeOff } from '@fettle/protocol/availability/availability'
import * as moves from '@fettle/protocol/bookings/actions'
import { openDispute } from '@fettle/protocol/disputes'
import { createMarketplaceBooking, sendMarketplaceMessage } from '@fettle/protocol/marketplace'
import { sendMarketplaceFile } from '@fettle/protocol/marketplace/chat'
import * as theirs from '@fettle/protocol/marketplace/bookings'
import { decideDispute } from '@fettle/protocol/marketplace/disputes'
import type { App } from '../../app.ts'
import { channelOf } from '../messages/channels.ts'
import { acknowledgeWarnings } from '../bookings/availability.ts'
import { resultOf, callAsMarketplace, callAsProvider, actingCustomer, type SignedInProvider } from '../calls.ts'
import { homeInEnugu, weekdayOf } from './history.ts'
import type { HistoryContext } from '../people/demo-people.ts'
import type { PlacedJob } from './history-kinds.ts'
import { eventsOfHistoryMoney } from './history-money.ts'
import { DAY_MS, midnightOf, MINUTE_MS, type DemoEvent } from '../schedule.ts'
import { customers } from '../people/people.ts'
import { photoOf } from '../people/pictures.ts'
import { messageIdAt } from '../messages/conversation-events.ts'
import { addJobContent } from '../bookings/work-content.ts'

const HOUR = 60 * MINUTE_MS
/** Above the numbers of conversations and their extras, so that message ids stay unique. */
const FIRST_CONVERSATION_NUMBER = 800

const naira = (whole: number) => ({ amount: whole * 100, currency: 'NGN' })

/** The events of each past job, from request to review. */
export const eventsOfHistory = (app: App, given: HistoryContext, placed: readonly PlacedJob[]): DemoEvent[] => [
  awayFrom(app, given),
  ...placed
    .flatMap((each, index) => eventsOf(app, given, each, index))
    .filter(({ at }) => at < given.now.getTime() - HOUR),
]

function awayFrom(app: App, { now, visit }: HistoryContext): DemoEvent {
  const monday = midnightOf(now) - (weekdayOf(now) + 7 * homeInEnugu.weeks) * DAY_MS
  const body = {
    startAt: new Date(monday).toISOString(),
    endAt: new Date(monday + homeInEnugu.days * DAY_MS).toISOString(),
    reason: homeInEnugu.reason,
    onAffected: 'KEEP' as const,
  }
  return {
    at: monday - 40 * DAY_MS,
    happens: () => visit((visitor) => callAsProvider(app, createTimeOff, { body }, visitor)),
  }
}

function eventsOf(app: App, given: HistoryContext, { job, start }: PlacedJob, index: number): DemoEvent[] {
  const { adaId, customerIds, visit } = given
  const { who, title, minutes, end } = job
  const key = `history ${index + 1}`
  const before = (job.moved?.[0] ?? 0) * DAY_MS
  // A job cancelled days before its start was agreed earlier.
  const calledOff = typeof end === 'object' && 'cancelled' in end ? end.hoursBefore : 0
  const asked = start - before - (job.ahead ?? 46 + (index % 6) + calledOff) * HOUR
  const answered = asked + (12 + ((index * 37) % 150)) * MINUTE_MS
  const until = start + minutes * MINUTE_MS
  const { name: _, phone: __, email: ___, home } = customers[who]
  let id = ''
  const params = () => ({ id })
  const occurred = (at: number) => ({ occurredAt: new Date(at).toISOString() })
  const ada = (at: number, go: (visitor: SignedInProvider) => Promise<unknown>): DemoEvent => ({
    at,
    happens: () => visit(go),
  })
  const customer = (at: number, happens: () => Promise<unknown>): DemoEvent => ({
    at,
    happens: async () => void (await happens()),
  })

  const wish = customer(asked, async () => {
    const body = {
      customerId: customerIds[who],
      providerId: adaId,
      title,
      description: job.wish ?? '',
      startAt: new Date(start - before).toISOString(),
      durationMinutes: minutes,
      location: { ...home, state: 'Lagos', country: 'NG' },
      ...(job.naira && {
        price: job.hourly
          ? { model: 'HOURLY' as const, hourlyRate: naira(job.naira), estimatedMinutes: minutes }
          : { model: 'FIXED' as const, amount: naira(job.naira) },
      }),
    }
    id = (await callAsMarketplace(app, createMarketplaceBooking, { body }, key)).made
  })
  const messages = (job.messages ?? []).map(([by, text, picture], line) => {
    // Shortly after the request is answered, or at once for urgent ones.
    const at = asked + (4 + 5 * line) * MINUTE_MS
    return customer(at, async () => {
      const channel = await channelOf(app, given, who)
      const said = { params: { id: channel.id }, body: { text } }
      if (picture) {
        const file = { name: `${picture}.jpg`, type: 'image/jpeg', bytes: await photoOf(picture) }
        return callAsMarketplace(app, sendMarketplaceFile, said, `${key} ${line}`, file)
      }
      if (by === 'them') return callAsMarketplace(app, sendMarketplaceMessage, said, `${key} ${line}`)
      await app.chat.markRead(channel.cid, adaId)
      return app.chat.sendMessage(channel.cid, adaId, {
        id: messageIdAt(at, FIRST_CONVERSATION_NUMBER + (index % 99), line),
        text,
      })
    })
  })

  if (end === 'expired') return [wish]
  if (end === 'withdrawn')
    return [
      wish,
      customer(answered, () =>
        callAsMarketplace(app, theirs.cancelMarketplaceBooking, { params: params(), body: {} }, `${key} withdrawn`),
      ),
    ]
  if (typeof end === 'object' && 'declined' in end) {
    const body = { reasonCode: end.declined, ...(end.note && { note: end.note }) }
    return [
      wish,
      ada(answered, (visitor) => callAsProvider(app, moves.declineBooking, { params: params(), body }, visitor)),
    ]
  }
  const agreed = [
    wish,
    ...messages,
    ada(answered, (visitor) =>
      callAsProvider(app, moves.acceptBooking, { params: params(), body: acknowledgeWarnings }, visitor),
    ),
    ...(job.moved ? move(...job.moved) : []),
  ]
  if (end === 'no-show') return [...agreed, ada(start + 25 * MINUTE_MS, findNobody)]
  if (end) return [...agreed, ...callOff(end)]
  const fixed = until + 26 * HOUR
  const done = job.fix ? fixed : until
  // Every sixth customer does not answer, so the work is confirmed after three days.
  const confirmed = index % 6 === 5 ? done + 72 * HOUR + MINUTE_MS : done + (2 + (index % 5)) * HOUR
  return [
    ...agreed,
    ada(until, work),
    ...(job.fix ? again(job.fix) : []),
    ...(index % 6 === 5
      ? []
      : [
          customer(confirmed, () =>
            callAsMarketplace(
              app,
              theirs.confirmMarketplaceBooking,
              { params: params(), body: {} },
              `${key} confirmed`,
            ),
          ),
        ]),
    ...eventsOfHistoryMoney(app, given, { job, index, key, confirmed, idOf: () => id }),
  ]

  async function work(visitor: SignedInProvider): Promise<void> {
    // Some jobs start late, because of traffic.
    const startedAt = start + (index % 11 === 4 ? 22 : index % 3) * MINUTE_MS
    if (index % 4 === 0) {
      await callAsProvider(
        app,
        moves.startTravel,
        { params: params(), body: occurred(startedAt - 32 * MINUTE_MS) },
        visitor,
      )
      await callAsProvider(
        app,
        moves.arriveAtBooking,
        { params: params(), body: occurred(startedAt - 3 * MINUTE_MS) },
        visitor,
      )
    }
    const body = { ...occurred(startedAt), otherJob: 'KEEP_RUNNING' as const }
    await callAsProvider(app, moves.startBooking, { params: params(), body }, visitor)
    if (job.content) await addJobContent({ app, visitor, id, at: until }, job.content, key)
    await handOver(visitor, until)
  }
  function handOver(visitor: SignedInProvider, at: number): Promise<unknown> {
    const words = [
      'Done and tested.',
      'Finished, everything is dry.',
      'Ready. The place is swept.',
      'Works as it should.',
    ]
    const summary = job.summary ?? words[index % words.length] ?? ''
    const body = { ...occurred(at), summary, ...(job.hourly && { finalMinutes: minutes + 5 * (index % 3) }) }
    return callAsProvider(app, moves.completeBooking, { params: params(), body }, visitor)
  }
  function again(note: string): DemoEvent[] {
    const ask = () => callAsMarketplace(app, theirs.requestFix, { params: params(), body: { note } }, `${key} fix`)
    return [customer(until + 4 * HOUR, ask), ada(fixed, (visitor) => handOver(visitor, fixed))]
  }

  function move(days: number, by: 'them' | 'ada', note: string): DemoEvent[] {
    const slots = [{ startAt: new Date(start).toISOString(), endAt: new Date(until).toISOString() }]
    const at = start - days * DAY_MS - 20 * HOUR
    let proposalId = ''
    if (by === 'ada') {
      const body = { slots, reasonCode: 'MATERIALS' as const, note, ...acknowledgeWarnings }
      return [
        ada(at, async (visitor) => {
          proposalId = (await callAsProvider(app, moves.proposeTimes, { params: params(), body }, visitor)).made
        }),
        customer(at + HOUR, () => {
          const answer = { params: { id, proposalId }, body: { slotIndex: 0, onBehalf: actingCustomer } }
          return callAsMarketplace(app, theirs.acceptMarketplaceProposal, answer, `${key} moved`)
        }),
      ]
    }
    return [
      customer(at, async () => {
        const body = { slots, reasonCode: 'NOT_AVAILABLE' as const, note }
        proposalId = (
          await callAsMarketplace(app, theirs.proposeMarketplaceTimes, { params: params(), body }, `${key} proposed`)
        ).made
      }),
      ada(at + HOUR, (visitor) =>
        callAsProvider(
          app,
          moves.acceptProposal,
          { params: { id, proposalId }, body: { slotIndex: 0, ...acknowledgeWarnings } },
          visitor,
        ),
      ),
    ]
  }

  async function findNobody(visitor: SignedInProvider): Promise<void> {
    await callAsProvider(app, moves.startTravel, { params: params(), body: occurred(start - 30 * MINUTE_MS) }, visitor)
    await callAsProvider(
      app,
      moves.arriveAtBooking,
      { params: params(), body: occurred(start - 2 * MINUTE_MS) },
      visitor,
    )
    const attempt = { ...occurred(start + 10 * MINUTE_MS), method: 'CALL' as const }
    await callAsProvider(app, moves.addContactAttempt, { params: params(), body: attempt }, visitor)
    const said = { note: 'The gate is shut and nobody picks up. I waited half an hour.' }
    await callAsProvider(app, moves.reportNoShow, { params: params(), body: said }, visitor)
  }

  function callOff(why: Extract<NonNullable<typeof end>, { cancelled: unknown }>): DemoEvent[] {
    const at = start - why.hoursBefore * HOUR
    const reason = { reasonCode: why.cancelled }
    const bodyFor = (previewHash: string) => ({
      ...reason,
      ...(why.note && { note: why.note }),
      acceptFee: true,
      previewHash,
    })
    const { contested } = why
    return [
      why.by === 'ada'
        ? ada(at, async (visitor) => {
            const asked = { params: params(), query: reason }
            const { previewHash } = await resultOf(callAsProvider(app, moves.getCancellationPreview, asked, visitor))
            await callAsProvider(app, moves.cancelBooking, { params: params(), body: bodyFor(previewHash) }, visitor)
          })
        : customer(at, async () => {
            const asked = { params: params(), query: reason }
            const preview = callAsMarketplace(app, theirs.getMarketplaceCancellationPreview, asked, `${key} costs`)
            const { previewHash } = await resultOf(preview)
            const body = bodyFor(previewHash)
            await callAsMarketplace(
              app,
              theirs.cancelMarketplaceBooking,
              { params: params(), body },
              `${key} cancelled`,
            )
          }),
      ...(contested === undefined ? [] : contest(at, contested)),
    ]
  }

  /** Contests responsibility; without an answer in three days an operator decides. */
  function contest(at: number, statement: string): DemoEvent[] {
    let disputeId = ''
    return [
      ada(at + 20 * HOUR, async (visitor) => {
        await callAsProvider(app, moves.contestCancellation, { params: params(), body: { note: statement } }, visitor)
        const body = { subject: { type: 'CANCELLATION' as const, id }, reasonCode: 'OTHER' as const, statement }
        disputeId = (await callAsProvider(app, openDispute, { body }, visitor)).made
      }),
      customer(at + 5 * DAY_MS, () => {
        const rationale =
          'Neither the chat nor the log of calls shows that anybody tried to reach Ada. It was not her doing.'
        const body = { attribution: 'CUSTOMER' as const, rationale }
        return callAsMarketplace(app, decideDispute, { params: { id: disputeId }, body }, `${key} decided`)
      }),
    ]
  }
}
