import { finalOfferStatuses, offerUpdates, offerFlow, offerStatuses } from '@fettle/protocol/offers'
import { diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders the page on the offer flow from the protocol's tables. */

export function renderOffers(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# The life of an offer

${offerStatuses.length} states. From ${list(finalOfferStatuses)} nothing leads on. An action is called at the path it is named
like, \`POST /v2/offers/{id}/send\`; the draft is a \`PUT\`. Guards beside the table are in
\`apps/server/src/modules/offers/lifecycle/guards.rules.ts\`: they fill \`allowedActions\` and judge the call alike.

${diagram(offerFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(offerFlow.transitions)))}

What leaves the state as it is:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(offerUpdates)))}

## What an offer comes to

Whole minor units throughout, the same in the browser as on the server (\`packages/protocol/src/offers/totals.ts\`). A line is
quantity times price less its discount, rounded once, half away from zero. The order's discount is spread over the selected
lines by largest remainder; tax is worked out from what is left, rounded once per rate. Deposit and instalments follow from
the selected total, the last instalment taking what rounding leaves.

## What was sent

Sending freezes the draft as the next revision: canonical JSON of all the customer sees, with its SHA-256. Accepting names the
number and the hash, so that nobody accepts what they did not read. Costs and margin are kept beside it and never leave. The
database refuses a change of a revision.
`
}
