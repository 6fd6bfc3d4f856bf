import { SUSPENSION_MAX_DAYS } from '@fettle/protocol/accounts/moderation'
import { table } from './flow-docs.ts'

/** Renders `docs/reference/suspension.md`, with the longest suspension from the protocol. */
export function renderSuspension(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol and apps/server/testing/docs: change it there. -->

# Suspension

An operator suspends a provider with a reason that the provider reads, until a time at most ${SUSPENSION_MAX_DAYS} days ahead. It then ends
by itself. Suspending again replaces the reason and the time.

## What a suspended provider may do

${table(
  ['what', 'while suspended'],
  [
    ['everything the account holds', 'can be read'],
    ['jobs in progress', 'can be finished, with photos, checklist, times and extra work'],
    ['the account itself: password, sessions, export, closing, support, disputes', 'works as always'],
    ['every other change', 'is refused with `ACCOUNT_SUSPENDED`'],
    ['chats', 'are read-only on every device at once; the other side may still write'],
    ['requests for jobs and quotes', 'are refused, and the search leaves the provider out'],
    ['bookings and contracts agreed before', 'stay; customers may cancel or move them'],
  ],
)}

In the code each operation declares it as \`whileSuspended\`: see
[decision 106](../decisions/106-suspended-account-permissions.md) and, for the chat,
[decision 251](../decisions/251-read-only-chat-while-suspended.md).

## Suspend, list and reinstate

\`\`\`sh
npm run fettle -- providers suspend usr_… --reason "The insurance has run out" --until 14d
npm run fettle -- providers list --suspended
npm run fettle -- providers reinstate usr_…
npm run fettle -- providers audit usr_…
\`\`\`

Over the API, with a key of scope \`operator\`: \`POST /v2/marketplace/providers/{id}/suspend\` and \`reinstate\`,
\`GET /v2/marketplace/providers/suspended\` and \`…/{id}/audit\`. Marketplaces receive the events \`provider.suspended\` and
\`provider.reinstated\`.
`
}
