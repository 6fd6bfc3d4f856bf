import {
  bookingUpdates,
  bookingFlow,
  bookingStatuses,
  finalStatuses,
  type BookingStatus,
} from '@fettle/protocol/bookings'
import { cancellationPolicies, cancelReasons } from '@fettle/protocol/bookings/cancellations'
import { proposalFlow } from '@fettle/protocol/bookings/reschedules'
import { diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders the page on the booking flow from the protocol's tables. */

const isFinal = (status: BookingStatus) => (finalStatuses as readonly BookingStatus[]).includes(status)
const percent = (bps: number) => `${bps / 100} %`

export function renderBookings(): string {
  const reasons = Object.entries(cancelReasons).map(([reason, { by, attribution, ...needs }]) => [
    reason,
    list(by),
    attribution,
    list([
      ...('note' in needs ? ['a note'] : []),
      ...('photo' in needs ? ['a photo'] : []),
      ...('contactAttempts' in needs ? [`${needs.contactAttempts} contact attempts`] : []),
    ]),
  ])
  const policies = Object.values(cancellationPolicies).map(({ name, tiers, noShowBps }) => [
    name,
    tiers.length === 0
      ? 'nothing'
      : list(tiers.toReversed().map(({ belowHours, feeBps }) => `${percent(feeBps)} below ${belowHours} h`)),
    noShowBps === 0 ? 'nothing' : percent(noShowBps),
  ])
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# The life of a booking

${bookingStatuses.length} states. From ${list(bookingStatuses.filter(isFinal))} nothing leads on but a dispute. An action is
called at the path it is named like, \`POST /v2/bookings/{id}/start-travel\`; \`withdraw\` is a \`cancel\` of a request that
nobody answered yet. Guards beside the table are in \`apps/server/src/modules/bookings/lifecycle/guards.rules.ts\`: they fill
\`allowedActions\` and judge the call alike.

${diagram(bookingFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(bookingFlow.transitions)))}

What leaves the state as it is:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(bookingUpdates)))}

## One job in progress at a time

\`start\`, \`resume\` and the provider's \`reopen\` put a job in progress. While another job of the same provider is in
progress they answer 409 \`JOB_IN_PROGRESS\` with the \`bookingId\`, \`reference\` and \`title\` of the one that was started
last, and how many there are as \`count\`. The call is sent again with \`otherJob\`:

| \`otherJob\` | what happens to the others |
| --- | --- |
| \`PAUSE\` | all of them are paused with this move, as \`pause\` with the reason OTHER would |
| \`KEEP_RUNNING\` | they stay in progress |

Jobs that are travelled to, arrived at or paused do not count. \`allowedActions\` names these actions either way, and a
customer's \`request-fix\` never asks.

## Other times

${diagram(proposalFlow)}

## Cancelling

Only the customer's own doing costs anything. Notice is measured from the earliest start that was agreed on within the
last day. When a reason puts it down to the other side, that side may contest it for seven days; until then, and while it
is contested, it counts for nobody.

${table(['policy', 'less notice', 'customer not there'], policies)}

${table(['reason', 'given by', 'put down to', 'needs'], reasons)}
`
}
