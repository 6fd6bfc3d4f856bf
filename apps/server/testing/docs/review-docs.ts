import { SUSPENSION_MAX_DAYS } from '@fettle/protocol/accounts/moderation'
import { contestReasons, reviewUpdates, reviewFlow, reviewLimits, visibleReviews } from '@fettle/protocol/reviews'
import { diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders `docs/reference/reviews.md` from the protocol's tables. */
export function renderReviews(): string {
  const limits = reviewLimits
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# Reviews, and who looks after them

A customer reviews finished work, once: one to five stars, aspects of their own, words and up to ${limits.photos} photos. A provider who did not
come can be reviewed too, once that is not contested. Its provider rates the customer the same way, for themselves and for
operators only. Guards beside the tables are in \`apps/server/src/modules/reviews/review.rules.ts\`: they fill
\`allowedActions\` and judge the call alike.

${diagram(reviewFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(reviewFlow.transitions)))}

What leaves the state as it is:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(reviewUpdates)))}

A review is SEALED until the other side has rated too, or until nobody can any more: neither writes with an eye on what the
other wrote. Shown, and counted in the provider's rating, is what is ${list(visibleReviews)}; partners hear of a review
when it shows (\`review.created\`) and of the answer to it (\`review.replied\`).

${table(
  ['what', 'how long'],
  [
    ['both sides may rate', `${limits.openDays} days after the work`],
    ['the same, after a dispute that began in them', `${limits.openDays} days after the dispute`],
    ['photos', `${limits.photos}, within ${limits.photoHours} hours of the review`],
    ['the provider asks for one', `once, and reminds once, ${limits.askAgainHours} hours later at the earliest`],
    ['the provider answers', `once; the answer may be changed for ${limits.replyEditHours} hours`],
    ['the provider contests', `${limits.contestDays} days after it shows, once`],
  ],
)}

A dispute restarts the time to review: see [decision 195](../decisions/195-review-window-after-dispute.md). A no-show that
counts for nobody in the end takes its review with it.

## A contested review

Contesting opens a dispute about it (\`docs/reference/disputes.md\`), for one of these reasons: ${list(contestReasons)}. It stays
visible meanwhile, because taking it down on a word would take down every bad one. Agreed on, or decided as HIDDEN, it goes; otherwise,
and where the provider takes the contest back, it stays.

## Moderation

What is abusive an operator hides at once, and shows again where that was a mistake; both need a reason, which stays in the
review's history. What was never published cannot be shown.

\`\`\`sh
npm run fettle -- reviews list --provider usr_…
npm run fettle -- reviews hide rev_… --reason "Insults"
npm run fettle -- reviews restore rev_… --reason "They were quoted"
\`\`\`

## Suspension

An operator suspends a provider with a reason that the provider reads, and until a time at most ${SUSPENSION_MAX_DAYS} days ahead, at which it
ends by itself. Meanwhile the account reads everything, finishes the jobs that are under way and changes nothing else; each call declares what
holds for it (\`whileSuspended\`). Nobody can ask for a job or a quote, and the search leaves the account out. What was agreed before
stays. Conversations can be read, not written in, on every device at once; the marketplace's side may still write.

\`\`\`sh
npm run fettle -- providers suspend usr_… --reason "The insurance has run out" --until 14d
npm run fettle -- providers list --suspended
npm run fettle -- providers reinstate usr_…
npm run fettle -- providers audit usr_…
\`\`\`

The same with a key of scope \`operator\`: \`POST /v2/marketplace/reviews/{id}/hide\` and \`restore\`,
\`POST /v2/marketplace/providers/{id}/suspend\` and \`reinstate\`, \`GET /v2/marketplace/providers/suspended\` and \`…/{id}/audit\`.
`
}
