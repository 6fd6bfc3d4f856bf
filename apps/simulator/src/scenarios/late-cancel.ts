import { cancelMarketplaceBooking, getMarketplaceCancellationPreview } from '@fettle/protocol/marketplace/bookings'
import { ask, follow, openBooking, withdraw } from '../booking.ts'
import { introduce } from '../customer.ts'
import { smallJobs } from '../jobs.ts'
import { said } from '../money.ts'
import { patience, type Scenario } from './scenario.ts'

const HOUR = 3_600_000

export const lateCancel: Scenario = {
  name: 'LATE_CANCEL',
  about: 'A customer cancels at short notice, looks at the fee first, and blames the provider: that can be contested.',
  async *play(scene) {
    const persona = scene.cast(({ changeMind }) => changeMind >= 0.3)
    const customer = await introduce(scene, persona)
    const job = scene.random.pick(smallJobs)
    // Late enough that the notice is short whenever they change their mind.
    const soon = new Date(Math.ceil((scene.now().getTime() + 5 * HOUR) / 900_000) * 900_000)
    const { id } = await ask(scene, customer, job, { startAt: soon.toISOString(), cancellationPolicy: 'STRICT' })
    const answer = yield* follow(scene, customer, id, {
      until: ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'],
      patience: patience.answer,
    })
    if (answer?.status !== 'CONFIRMED') {
      if (!answer) await withdraw(customer, id)
      return answer ? answer.status.toLowerCase() : 'nobody answered'
    }
    yield* customer.saysOneOf(['{thanks}!'])
    // The first quarter of an hour is free: this customer is later than that.
    yield scene.random.whole(16, 25) * 60_000

    const params = { id }
    const changed = await customer.looks(getMarketplaceCancellationPreview, {
      params,
      query: { reasonCode: 'SCHEDULE_CHANGED' },
    })
    const blames = changed.fee.amount !== null && scene.random.happens(0.3 + persona.priceSensitivity / 2)
    const reasonCode = blames ? ('PROVIDER_UNRESPONSIVE' as const) : ('SCHEDULE_CHANGED' as const)
    if (changed.fee.amount) {
      yield* customer.says(`Cancelling would cost me ${said(changed.fee.amount)}? Hm.`)
      yield scene.random.whole(20, 60) * 1000
    }
    const preview = blames
      ? await customer.looks(getMarketplaceCancellationPreview, { params, query: { reasonCode } })
      : changed
    const body = {
      reasonCode,
      note: blames ? 'I wrote and nobody answered.' : 'My boss has moved my shift.',
      acceptFee: true,
      previewHash: preview.previewHash,
    }
    await customer.does(cancelMarketplaceBooking, { params, body }, reasonCode)
    yield* customer.saysOneOf([
      'I have to cancel, sorry about the short notice.',
      'It does not work out today after all. I have cancelled.',
    ])
    if (!blames) return 'cancelled'
    const contest = yield* customer.awaits(
      async () => (await openBooking(customer, id)).cancellation?.contest ?? undefined,
      patience.answer,
      [id],
    )
    if (!contest) return 'cancelled, provider blamed'
    yield* customer.saysOneOf([
      'Let the marketplace look at it, then.',
      'I see you disagree. Fine, let somebody else decide.',
    ])
    return 'cancelled and contested'
  },
}
