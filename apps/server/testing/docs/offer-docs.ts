import { finalOfferStatuses, offerUpdates, offerFlow, offerStatuses } from '@fettle/protocol/offers'
import { describeFinalStates, describeGuards, diagram, rowsOf, table } from './flow-docs.ts'

/** Renders the page on the offer flow from the protocol's tables. */

export function renderOffers(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# Offer states and actions

${offerStatuses.length} states. ${describeFinalStates(finalOfferStatuses, offerFlow.transitions)}

An action is the last segment of its path: \`POST /v2/offers/{id}/send\` for the provider,
\`POST /v2/marketplace/offers/{id}/accept\` for a customer. These have another path:

| action | call |
| --- | --- |
| \`draft\`, \`discard-draft\` | \`PUT\` and \`DELETE /v2/offers/{id}/draft\` |
| \`remove\` | \`DELETE /v2/offers/{id}\` |
| \`close\` | \`POST /v2/marketplace/offer-requests/{id}/close\` |

${describeGuards('apps/server/src/modules/offers/lifecycle/guards.rules.ts')}

${diagram(offerFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(offerFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(offerUpdates)))}

An offer with the \`bookingId\` of a customer's request answers that request: see
[requests answered with an offer](bookings.md#requests-answered-with-an-offer).

## Totals

Calculated in minor units, by the same code in browser and server (\`packages/protocol/src/offers/totals.ts\`). A line is
quantity times price less its discount, rounded once, half away from zero. The order's discount is spread over the selected
lines by largest remainder; tax is calculated on the rest, rounded once per rate. Deposit and instalments follow from
the selected total; the last instalment takes the rounding difference.

## Revisions

Sending freezes the draft as the next revision: canonical JSON of everything the customer sees, with its SHA-256. Acceptance names
number and hash, so that nobody accepts what they did not read. Costs and margin are stored separately and never shown. The
database refuses a change of a revision.
`
}
