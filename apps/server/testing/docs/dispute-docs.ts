import {
  disputeUpdates,
  disputeFlow,
  disputeLimits,
  disputeReasons,
  disputeStatuses,
  disputeSubjects,
  fitsReason,
  type DisputeReason,
} from '@fettle/protocol/disputes/flow'
import { diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders `docs/reference/disputes.md` from the protocol's tables. */
export function renderDisputes(): string {
  const reasons = (Object.keys(disputeReasons) as DisputeReason[]).map((reason) => [
    reason,
    list(disputeSubjects.filter((type) => fitsReason(reason, type))),
  ])
  const limits = disputeLimits
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# The life of a dispute

${disputeStatuses.length} states. An action is called at the path it is named like, \`POST /v2/disputes/{id}/respond\`; \`propose\` is
\`…/proposals\` and \`agree\` is \`…/proposals/{id}/accept\`. Guards beside the table are in
\`apps/server/src/modules/disputes/dispute.rules.ts\`: they fill \`allowedActions\` and judge the call alike.

${diagram(disputeFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(disputeFlow.transitions)))}

What leaves the state as it is:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(disputeUpdates)))}

Whoever opened it may take it back, the other side answers. Nobody loses by saying nothing: without an answer, or without an
agreement, an operator decides.

${table(
  ['what', 'how long'],
  [
    ['to answer', `${limits.respondHours} hours; a reminder ${limits.remindHours} hours before`],
    ['to agree', `${limits.negotiateDays} days, ${limits.proposalsPerSide} proposals per side`],
    ['to decide', `${limits.decideDays} days; after that everything stays as it was before`],
    ['to appeal what was not agreed on', `${limits.appealDays} days, once`],
    ['evidence', `${limits.evidencePerSide} files per side`],
  ],
)}

## What can be disputed

${table(
  ['what', 'when', 'what it goes on as'],
  [
    [
      'BOOKING',
      `handed over; completed or nobody there ≤ ${limits.completedDays} days; cancelled ≤ ${limits.cancelledDays} days`,
      'handed-over work becomes COMPLETED, unless an operator sends it back; the rest stays what it was',
    ],
    [
      'CANCELLATION',
      `the same, of what was cancelled or missed; every contest opens one`,
      'with the attribution decided',
    ],
    [
      'CONTRACT',
      `ACTIVE, ON_HOLD; completed ≤ ${limits.contractDays} days or inside the warranty`,
      'ACTIVE, COMPLETED or TERMINATED',
    ],
    [
      'MILESTONE',
      `handed over or sent back; approved ≤ ${limits.milestoneDays} days`,
      'approved for what was settled, or sent back',
    ],
    [
      'PAYMENT',
      `paid directly: rejected (provider) or confirmed (customer) ≤ ${limits.paymentDays} days`,
      'it was paid, or it was not',
    ],
    ['REVIEW', 'contested by its provider', 'hidden, or shown again'],
  ],
)}

Each is a row of a table, \`SubjectTable\`: how it is opened, what it is worth, how it goes on, what both sides are shown of it.
Modules bring rows of their own.

${table(['reason', 'about'], reasons)}

## The money

The amount in dispute is a part of what the thing comes to. What the platform has of that part is on hold; the rest clears as
it would have. Where a customer disputes a part of work that nobody confirmed yet, the rest counts as accepted: the whole is
entered in the ledger ahead, with the disputed part on hold, and taken out again when it is entered for good.

What is settled gives the provider a part of the amount in dispute. The hold ends; what is not theirs is a REFUND in the ledger,
with the platform's share of it given back, first out of what the platform has, then out of what the provider was paid directly.
The invoice stays as it was issued: a credit note takes the same part off, and what was paid beyond the rest is to be given
back to the customer. Nothing in the ledger is changed, and its sums hold at every moment.

An agreement takes effect at once. What an operator decides, or time does, takes effect when it can no longer be appealed: the
money stays on hold and the thing stays disputed until then. What is decided after an appeal is final.

## What both sides see

The same, but for what each may do: both statements, all evidence, every proposal, and a pack that is gathered by itself when the
dispute is opened and again when an operator gets it: what the two wrote to each other last, what happened, photos and papers.
`
}
