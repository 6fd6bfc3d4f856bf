import { HOUR_MS } from '@fettle/protocol/core/durations'
import { cancelMarketplaceBooking, getMarketplaceCancellationPreview } from '@fettle/protocol/marketplace/bookings'
import { awaitConfirmation, requestBooking, openBooking } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { spokenAmount } from '../money.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

/** A customer cancels at short notice, looks at the fee first, and blames the provider: that can be contested. */
export const lateCancel: Scenario = {
  name: 'LATE_CANCEL',
  async *play(context) {
    const customer = await createCustomer(context, ({ changeMind }) => changeMind >= 0.3)
    const { persona } = customer
    const job = context.random.pick(smallJobs)
    // Soon enough that cancelling is at short notice.
    const startAt = new Date(Math.ceil((context.now().getTime() + 5 * HOUR_MS) / 900_000) * 900_000)
    const { id } = await requestBooking(context, customer, job, {
      startAt: startAt.toISOString(),
      cancellationPolicy: 'STRICT',
    })
    const refused = yield* awaitConfirmation(context, customer, id)
    if (refused) return refused
    yield* customer.sayOneOf(['{thanks}!'])
    // After the free quarter of an hour.
    yield context.random.integer(16, 25) * 60_000

    const params = { id }
    const changed = await customer.read(getMarketplaceCancellationPreview, {
      params,
      query: { reasonCode: 'SCHEDULE_CHANGED' },
    })
    const blamesProvider = changed.fee.amount !== null && context.random.chance(0.3 + persona.priceSensitivity / 2)
    const reasonCode = blamesProvider ? ('PROVIDER_UNRESPONSIVE' as const) : ('SCHEDULE_CHANGED' as const)
    if (changed.fee.amount) {
      yield* customer.say(`Cancelling would cost me ${spokenAmount(changed.fee.amount)}? Hm.`)
      yield context.random.integer(20, 60) * 1000
    }
    const preview = blamesProvider
      ? await customer.read(getMarketplaceCancellationPreview, { params, query: { reasonCode } })
      : changed
    const body = {
      reasonCode,
      note: blamesProvider ? 'I wrote and nobody answered.' : 'My boss has moved my shift.',
      acceptFee: true,
      previewHash: preview.previewHash,
    }
    await customer.call(cancelMarketplaceBooking, { params, body }, reasonCode)
    yield* customer.sayOneOf([
      'I have to cancel, sorry about the short notice.',
      'It does not work out today after all. I have cancelled.',
    ])
    if (!blamesProvider) return 'cancelled'
    const contest = yield* customer.waitFor(
      async () => (await openBooking(customer, id)).cancellation?.contest ?? undefined,
      WAIT_LIMITS_MS.answer,
      [id],
    )
    if (!contest) return 'cancelled, provider blamed'
    yield* customer.sayOneOf([
      'Let the marketplace look at it, then.',
      'I see you disagree. Fine, let somebody else decide.',
    ])
    return 'cancelled and contested'
  },
}
