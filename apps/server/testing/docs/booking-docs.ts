import { bookingUpdates, bookingFlow, bookingStatuses, finalStatuses } from '@fettle/protocol/bookings'
import { cancellationPolicies } from '@fettle/protocol/bookings/cancellations'
import { cancelReasons } from '@fettle/protocol/bookings/constants'
import { proposalFlow } from '@fettle/protocol/bookings/reschedules'
import { describeFinalStates, describeGuards, diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders the page on the booking flow from the protocol's tables. */

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

# Booking states and actions

${bookingStatuses.length} states. ${describeFinalStates(finalStatuses, bookingFlow.transitions)}

An action is the last segment of its path: \`POST /v2/bookings/{id}/start-travel\` for the provider,
\`POST /v2/marketplace/bookings/{id}/confirm\` for a customer. These have another path:

| action | call |
| --- | --- |
| \`withdraw\` | \`POST …/cancel\`, while the request is unanswered |
| \`reschedule\` | \`POST …/reschedule-proposals\` |
| \`report-provider-no-show\` | \`POST /v2/marketplace/bookings/{id}/report-no-show\` |
| \`edit-site\` | \`PATCH /v2/marketplace/bookings/{id}\` |
| \`dispute\` | \`POST /v2/disputes\`, \`POST /v2/marketplace/disputes\` |
| \`send-offer\` | see [requests answered with an offer](#requests-answered-with-an-offer) |

${describeGuards('apps/server/src/modules/bookings/lifecycle/guards.rules.ts')}

${diagram(bookingFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(bookingFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(bookingUpdates)))}

## Requests answered with an offer

\`send-offer\` on a customer's request is \`POST /v2/offers\` with its \`bookingId\`, and then \`send\` of that offer. The request
stays REQUESTED and awaits the customer:

| the offer | the request |
| --- | --- |
| is SENT, VIEWED, CHANGES_REQUESTED or ACCEPTED | \`awaitingParty\` is CUSTOMER, \`respondBy\` null; it does not expire, and nobody accepts or declines it |
| is converted into a booking | \`accept-offer\`: it is that booking, at the offer's price and the agreed time |
| is converted into a contract | \`replace-by-contract\`: it ends without a fee |
| ends otherwise | \`awaitingParty\` is PROVIDER and the old \`respondBy\` counts; it expires at once if that has passed |

The agreed time is the proposed one that the customer chose. An offer without proposed times agrees on the requested time if that
is free; otherwise the provider chooses one. An offer for a request that has ended creates a booking of its own.

## One job in progress at a time

\`start\`, \`resume\` and the provider's \`reopen\` put a job in progress, and \`start-travel\` leaves for it. While another
job of the same provider is in progress they return 409 \`JOB_IN_PROGRESS\` with the \`bookingId\`, \`reference\` and \`title\` of the one started
last, and their number as \`count\`. Repeat the call with \`otherJob\`:

| \`otherJob\` | what happens to the others |
| --- | --- |
| \`PAUSE\` | all are paused by this action, as \`pause\` with the reason OTHER would |
| \`KEEP_RUNNING\` | they stay in progress |

Jobs with status EN_ROUTE, ARRIVED or PAUSED do not count. \`allowedActions\` contains these actions either way, and a
customer's \`request-fix\` needs no decision.

## Reschedule proposals

${diagram(proposalFlow)}

## Cancelling

A fee is due only if the customer is responsible. Notice is measured from the earliest start agreed within the last day. If a
reason makes the other side responsible, that side may contest it for seven days; until then, and while it is contested, it
counts for neither side.

${table(['policy', 'fee by notice', 'fee for a customer no-show'], policies)}

${table(['reason', 'given by', 'responsible', 'requires'], reasons)}
`
}
