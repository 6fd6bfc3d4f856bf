import { eventsOfAvailability } from './bookings/availability-events.ts'
import { eventsOfJob, timesTaken } from './bookings/job-events.ts'
import { jobs } from './bookings/jobs.ts'
import { timesQuoted } from './bookings/quotes.ts'
import type { DemoContext } from './context.ts'
import { eventsOfContracts } from './contracts/contracts.ts'
import { eventsOfDisputes } from './disputes.ts'
import { eventsOfHistory } from './history/history-events.ts'
import { eventsOfWeeks, weeklyRounds } from './history/history-weeks.ts'
import { placePastJobs } from './history/history.ts'
import { eventsOfMessages } from './messages/message-events.ts'
import { eventsOfMoney } from './money/money-events.ts'
import { eventsOfNotifications } from './notification-events.ts'
import { eventsOfOffers } from './offers/offers.ts'
import { placeJobs } from './placement.ts'
import { eventsOfReviews } from './reviews.ts'
import type { DemoEvent } from './schedule.ts'
import { eventsOfTickets } from './tickets.ts'

/** Every event of the half year. Events of one moment happen in this order. */
export function storyOf(demo: DemoContext): DemoEvent[] {
  const { now } = demo
  const pastJobs = placePastJobs(now, [...timesTaken(now), ...weeklyRounds(now), ...timesQuoted(now)])
  return [
    ...eventsOfHistory(demo, pastJobs),
    ...eventsOfWeeks(demo),
    ...[...placeJobs(jobs, now).values()].flatMap((placement) => eventsOfJob(demo, placement)),
    ...eventsOfAvailability(demo),
    ...eventsOfContracts(demo),
    ...eventsOfOffers(demo),
    ...eventsOfMessages(demo),
    ...eventsOfReviews(demo),
    ...eventsOfDisputes(demo),
    ...eventsOfTickets(demo),
    ...eventsOfNotifications(demo),
    ...eventsOfMoney(demo),
  ]
}
