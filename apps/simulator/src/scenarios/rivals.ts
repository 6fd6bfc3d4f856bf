import { requestBooking, followBooking, freeTime, openBooking, withdrawRequest } from '../booking.ts'
import { createCustomer } from '../customer.ts'
import { smallJobs } from '../job-ideas.ts'
import { naira } from '../money.ts'
import { WAIT_LIMITS_MS, type Scenario } from './scenario.ts'

const decidedStatuses = ['CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'] as const

/** Two customers want the same time: one gets it, the other is offered another. */
export const rivals: Scenario = {
  name: 'RIVALS',
  async *play(context) {
    const job = context.random.pick(smallJobs)
    const startAt = await freeTime(context, job.minutes, 2)
    const first = await createCustomer(context)
    const second = await createCustomer(context)
    const { id: one } = await requestBooking(context, first, job, { startAt })
    yield context.random.integer(3, 9) * 1000
    const other = context.random.pick(smallJobs.filter(({ title }) => title !== job.title))
    const price = { model: 'FIXED' as const, amount: naira(other.naira) }
    const { id: two } = await requestBooking(context, second, other, { startAt, durationMinutes: job.minutes, price })
    yield* first.say('Please take me if you can, it is getting worse by the hour.')
    yield* second.say(`${second.persona.greeting}! Is this time still free?`)

    // Both wait: the first to be accepted keeps the slot, and the other accepts another time.
    const winner = yield* first.waitFor(
      async () => {
        const [firstStatus, secondStatus] = [await statusOf(first, one), await statusOf(second, two)]
        if (isDecided(firstStatus)) return first
        return isDecided(secondStatus) ? second : undefined
      },
      WAIT_LIMITS_MS.answer,
      [one, two],
    )
    if (!winner) {
      await withdrawRequest(first, one)
      await withdrawRequest(second, two)
      return 'nobody answered'
    }
    const [loser, id] = winner === first ? [second, two] : [first, one]
    yield* winner.sayOneOf(['Thank you! See you {day} at {time}.', '{thanks}, {name}. {access}'])
    yield* loser.sayOneOf([
      'Oh, is {time} gone? Another time would do as well.',
      'I see you are busy at {time}. When else could you come?',
    ])
    const end = yield* followBooking(context, loser, id, { until: decidedStatuses, timeoutMs: WAIT_LIMITS_MS.answer })
    if (!end) {
      await withdrawRequest(loser, id)
      return 'one of two'
    }
    return end.status === 'CONFIRMED' ? 'both, one after the other' : 'one of two'
  },
}

const isDecided = (status: string) => (decidedStatuses as readonly string[]).includes(status)

async function statusOf(customer: Parameters<typeof openBooking>[0], id: string): Promise<string> {
  return (await openBooking(customer, id)).status
}
