import type { CallInput, Result } from '@fettle/protocol'
import { listProviderSlots } from '@fettle/protocol/availability/availability'
import { addMarketplacePhoto } from '@fettle/protocol/bookings/photos'
import type { BookingStatus } from '@fettle/protocol/bookings'
import {
  createMarketplaceBooking,
  getMarketplaceBooking,
  type MarketplaceBooking,
  acceptMarketplaceProposal,
  cancelMarketplaceBooking,
  patchMarketplaceBooking,
} from '@fettle/protocol/marketplace/bookings'
import { approvePriceAdjustment, declinePriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { onBehalf, type SimulatedCustomer } from './customer.ts'
import type { JobIdea } from './job-ideas.ts'
import { naira, spokenAmount } from './money.ts'
import { photoOf } from './pictures.ts'
import type { ScenarioContext } from './scenario-context.ts'
import type { StorySteps } from './runner.ts'
import { WAIT_LIMITS_MS } from './scenarios/scenario.ts'

/** Customers' actions on bookings, shared by stories. */

/** A free slot of the provider: the `index`th, or a computed time where none is offered. */
export async function freeTime(context: ScenarioContext, minutes: number, index = 0): Promise<string> {
  const from = new Date(context.now().getTime() + HOUR_MS)
  const query = {
    from: from.toISOString(),
    to: new Date(from.getTime() + 7 * DAY_MS).toISOString(),
    durationMinutes: minutes,
  }
  const { slots } = await context.marketplace.call(listProviderSlots, { params: { id: context.provider.id }, query })
  const slot = slots[Math.min(index, slots.length - 1)]
  if (slot) return slot.startAt
  const quarter = 15 * MINUTE_MS
  return new Date(Math.ceil((from.getTime() + (1 + index) * HOUR_MS) / quarter) * quarter).toISOString()
}

/** Requests a booking. The customer later talks about what it contains. */
export async function requestBooking(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  job: JobIdea,
  overrides: Partial<CallInput<typeof createMarketplaceBooking>['body']> = {},
): Promise<MarketplaceBooking> {
  const { home } = customer.persona
  const body = {
    customerId: customer.id,
    providerId: context.provider.id,
    title: job.title,
    description: job.description,
    startAt: overrides.startAt ?? (await freeTime(context, job.minutes)),
    durationMinutes: job.minutes,
    location: home,
    price: { model: 'FIXED' as const, amount: naira(job.naira) },
    ...overrides,
  }
  const booking = await customer.call(createMarketplaceBooking, { body }, job.title)
  rememberBooking(customer, booking)
  customer.sendPhoto = () => sendPhoto(customer, booking.id, job)
  return booking
}

/** Remembers the facts of a booking. */
function rememberBooking(customer: SimulatedCustomer, { startAt, timeZone, price, title }: MarketplaceBooking): void {
  const { home } = customer.persona
  const amount = price.amount ?? price.hourlyRate
  customer.facts = {
    ...customer.facts,
    startAt,
    timeZone,
    job: title,
    address: `${home.line1}, ${home.city}`,
    ...(home.accessNotes ? { access: home.accessNotes } : {}),
    ...(amount ? { price: spokenAmount(amount) } : {}),
  }
}

export async function sendPhoto(customer: SimulatedCustomer, id: string, job: JobIdea): Promise<void> {
  const file = await photoOf(job.picture)
  await customer
    .call(addMarketplacePhoto, { params: { id }, body: { kind: 'ISSUE', caption: job.title }, file }, job.picture)
    // Too late or too many: give up.
    .catch(() => undefined)
}

export const openBooking = (customer: SimulatedCustomer, id: string): Promise<Result<typeof getMarketplaceBooking>> =>
  customer.read(getMarketplaceBooking, { params: { id } })

/** Withdraws an unanswered request. */
export async function withdrawRequest(customer: SimulatedCustomer, id: string): Promise<void> {
  await customer.call(cancelMarketplaceBooking, { params: { id }, body: {} }).catch(() => undefined)
}

/** Remarks by booking status, each at most once. */
export type StatusRemarks = Partial<Record<BookingStatus, readonly string[]>>

const remarks: StatusRemarks = {
  CONFIRMED: ['{thanks}! See you {day} at {time}.', 'Perfect. {access}', 'Great, I have put it in my calendar.'],
  EN_ROUTE: ['Good, I am at home.', 'Great. {access}', 'OK, I will put the kettle on.'],
  ARRIVED: ['Coming down!', 'One second, I will open.'],
  PAUSED: ['All right, just tell me when it goes on.'],
}

/**
 * Follows a booking until it is in one of these states: comments on changes and answers proposals and price adjustments
 * in character. Undefined after `timeoutMs`.
 */
export async function* followBooking(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  id: string,
  { until, timeoutMs, say = remarks }: { until: readonly BookingStatus[]; timeoutMs: number; say?: StatusRemarks },
): StorySteps<MarketplaceBooking | undefined> {
  const seen = new Set<string>()
  const startedAt = context.story.elapsed
  for (;;) {
    const remaining = timeoutMs - (context.story.elapsed - startedAt)
    const now = yield* customer.waitFor(
      async () => {
        const booking = await openBooking(customer, id)
        rememberBooking(customer, booking)
        return newStatusesIn(booking, seen) || until.includes(booking.status) ? booking : undefined
      },
      remaining,
      [id],
    )
    if (!now) return undefined
    if (!seen.has(now.status)) {
      seen.add(now.status)
      context.logAction(customer.persona.name, `sees ${now.status}`)
      if (until.includes(now.status)) return now
      yield* sayRemark(customer, say[now.status])
    }
    yield* answerProposal(context, customer, now, seen)
    yield* answerExtraWork(context, customer, now, seen)
  }
}

/** Waits until the provider has answered a request. Returns how it ended, or undefined once it is confirmed. */
export async function* awaitConfirmation(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  id: string,
): StorySteps<string | undefined> {
  const answer = yield* followBooking(context, customer, id, {
    until: ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'],
    timeoutMs: WAIT_LIMITS_MS.answer,
  })
  if (answer) return answer.status === 'CONFIRMED' ? undefined : answer.status.toLowerCase()
  await withdrawRequest(customer, id)
  return 'nobody answered'
}

function newStatusesIn({ status, pendingProposal, priceAdjustments }: MarketplaceBooking, seen: Set<string>): boolean {
  const proposal = pendingProposal?.proposedBy === 'PROVIDER' && !seen.has(pendingProposal.id)
  const extra = priceAdjustments.some((each) => each.status === 'PENDING' && !seen.has(each.id))
  return !seen.has(status) || proposal || extra
}

async function* sayRemark(customer: SimulatedCustomer, lines: readonly string[] | undefined): StorySteps {
  if (lines) yield* customer.sayOneOf(lines)
}

/** Answers a reschedule proposal: accepts the first time, unless they changed their mind. */
async function* answerProposal(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  { id, pendingProposal }: MarketplaceBooking,
  seen: Set<string>,
): StorySteps {
  if (pendingProposal?.proposedBy !== 'PROVIDER' || seen.has(pendingProposal.id)) return
  seen.add(pendingProposal.id)
  const { persona } = customer
  yield context.random.integer(persona.replyDelay[0], persona.replyDelay[1]) * 1000
  const params = { id, proposalId: pendingProposal.id }
  const accepted = await customer
    .call(acceptMarketplaceProposal, { params, body: { slotIndex: 0, onBehalf } })
    .then(() => true)
    .catch(() => false)
  rememberBooking(customer, await openBooking(customer, id))
  yield* customer.sayOneOf(
    accepted
      ? ['{day} at {time} is fine with me.', 'Good, {day} then.']
      : ['Sorry, I was too slow to answer. Can you propose it again?'],
  )
}

/** Answers a price adjustment: approved unless it is too much for a price-sensitive customer. */
async function* answerExtraWork(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  { id, priceAdjustments, price }: MarketplaceBooking,
  seen: Set<string>,
): StorySteps {
  const open = priceAdjustments.find((each) => each.status === 'PENDING' && !seen.has(each.id))
  if (!open) return
  seen.add(open.id)
  const { persona } = customer
  yield context.random.integer(persona.replyDelay[0], persona.replyDelay[1]) * 1000
  const share = open.total.amount / Math.max(1, price.amount?.amount ?? open.total.amount)
  const params = { id, adjustmentId: open.id }
  if (share > 1.2 - persona.priceSensitivity) {
    await customer.call(declinePriceAdjustment, { params, body: { note: 'That is too much for me just now.' } })
    yield* customer.sayOneOf([
      'I would rather leave the extra work for another time.',
      'That is over my budget, sorry. Please do only what we agreed.',
    ])
  } else {
    await customer.call(approvePriceAdjustment, { params, body: {} })
    yield* customer.sayOneOf(['Yes, please do that as well.', 'Approved. Better to do it once and properly.'])
  }
}

/** Sends directions once somebody will come. */
export async function sendDirections(customer: SimulatedCustomer, id: string): Promise<void> {
  const { accessNotes } = customer.persona.home
  const contactName = customer.persona.name
  await customer
    .call(patchMarketplaceBooking, { params: { id }, body: { contactName, ...(accessNotes ? { accessNotes } : {}) } })
    .catch(() => undefined)
}
