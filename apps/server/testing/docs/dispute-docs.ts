import {
  disputeUpdates,
  disputeFlow,
  disputeLimits,
  disputeReasons,
  disputeStatuses,
  disputeSubjects,
  fitsReason,
} from '@fettle/protocol/disputes/flow'
import type { DisputeReason } from '@fettle/protocol/disputes/states'
import { describeGuards, diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders `docs/reference/disputes.md` from the protocol's tables. */
export function renderDisputes(): string {
  const reasons = (Object.keys(disputeReasons) as DisputeReason[]).map((reason) => [
    reason,
    list(disputeSubjects.filter((type) => fitsReason(reason, type))),
  ])
  const limits = disputeLimits
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# Dispute states and actions

${disputeStatuses.length} states. An action is the last segment of its path: \`POST /v2/disputes/{id}/respond\` for the provider,
\`POST /v2/marketplace/disputes/{id}/respond\` for a customer. \`propose\` is \`POST …/proposals\`, and \`agree\` is
\`POST …/proposals/{proposalId}/accept\`.

${describeGuards('apps/server/src/modules/disputes/dispute.rules.ts')}

${diagram(disputeFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(disputeFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(disputeUpdates)))}

The side that opened a dispute may withdraw it; the other side responds. Nobody loses by silence: without a response or an
agreement, an operator decides.

${table(
  ['what', 'how long'],
  [
    ['to answer', `${limits.respondHours} hours; a reminder ${limits.remindHours} hours before`],
    ['to agree', `${limits.negotiateDays} days, ${limits.proposalsPerSide} proposals per side`],
    ['to decide', `${limits.decideDays} days; after that the previous state is restored`],
    ['to appeal a decision', `${limits.appealDays} days, once`],
    ['evidence', `${limits.evidencePerSide} files per side`],
  ],
)}

## What can be disputed

${table(
  ['subject', 'when', 'state afterwards'],
  [
    [
      'BOOKING',
      `handed over; completed or no-show ≤ ${limits.completedDays} days; cancelled ≤ ${limits.cancelledDays} days`,
      'handed-over work becomes COMPLETED, unless an operator sends it back; otherwise the previous state',
    ],
    [
      'CANCELLATION',
      `cancelled or no-show, with the same limits; every contest opens one`,
      'with the decided responsibility',
    ],
    [
      'CONTRACT',
      `ACTIVE, ON_HOLD; completed ≤ ${limits.contractDays} days or inside the warranty`,
      'ACTIVE, COMPLETED or TERMINATED',
    ],
    [
      'MILESTONE',
      `submitted or sent back; approved ≤ ${limits.milestoneDays} days`,
      'approved with the settled amount, or sent back',
    ],
    [
      'PAYMENT',
      `paid directly: rejected (provider) or confirmed (customer) ≤ ${limits.paymentDays} days`,
      'confirmed, or rejected',
    ],
    ['REVIEW', 'contested by its provider', 'hidden, or visible again'],
  ],
)}

${table(['reason', 'about'], reasons)}

## The money

The amount in dispute is a part of the subject's amount. The platform's holdings of that part are on hold; the rest clears as
usual. If a customer disputes a part of unconfirmed work, the rest counts as accepted: the whole amount is booked in the ledger
ahead, with the disputed part on hold, and reversed when it is booked finally.

The outcome gives the provider a part of the amount in dispute. The hold ends; the other part becomes a REFUND in the ledger,
with the platform's share of it returned, first from the platform's holdings, then from direct payments to the provider.
The invoice stays as issued: a credit note deducts the same part, and payments beyond the rest are to be refunded to the
customer. If an offer's deposit was deducted and is more than the rest, the difference is credited on the deposit's invoice.
Existing ledger entries never change, and the sums always hold.

An agreement takes effect at once. A decision by an operator or a deadline takes effect when it can no longer be appealed: until
then the money stays on hold and the subject disputed. A decision after an appeal is final.

## What both sides see

Both see the same, except for their allowed actions: both statements, all evidence, every proposal, and an evidence bundle that is
collected when the dispute is opened and again for the operator: the last chat messages, the timeline, photos and documents.
`
}
