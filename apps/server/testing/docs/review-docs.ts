import { reviewUpdates, reviewFlow } from '@fettle/protocol/reviews'
import { contestReasons, reviewLimits, visibleReviews } from '@fettle/protocol/reviews/constants'
import { describeGuards, diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders `docs/reference/reviews.md` from the protocol's tables. */
export function renderReviews(): string {
  const limits = reviewLimits
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# Reviews and moderation

A customer reviews finished work, once: one to five stars, stars for aspects, a comment and up to ${limits.photos} photos. A provider's
no-show can be reviewed too, unless it is contested. The provider rates the customer in return, visible to themselves and
operators only.

${describeGuards('apps/server/src/modules/reviews/review.rules.ts')}

${diagram(reviewFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(reviewFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(reviewUpdates)))}

A review is SEALED until the other side has rated too or can no longer do so, so that neither rates in response to the other.
Reviews that are ${list(visibleReviews)} are visible and count in the provider's rating; marketplaces receive events for a published review
(\`review.created\`) and for the reply (\`review.replied\`).

${table(
  ['what', 'how long'],
  [
    ['both sides may rate', `${limits.openDays} days after the work`],
    ['after a dispute opened within this time', `${limits.openDays} days after the dispute`],
    ['photos', `${limits.photos}, within ${limits.photoHours} hours of the review`],
    ['the provider asks for a review', `once, with one reminder at least ${limits.askAgainHours} hours later`],
    ['the provider replies', `once; the reply may be changed for ${limits.replyEditHours} hours`],
    ['the provider contests', `${limits.contestDays} days after publication, once`],
  ],
)}

A dispute restarts the time to review: see [decision 195](../decisions/195-review-window-after-dispute.md). If a
no-show is overturned, its review is never shown.

## A contested review

Contesting opens a [dispute](disputes.md) about the review, for one of these reasons: ${list(contestReasons)}. The review stays
visible until it is hidden by agreement or by the decision HIDDEN: contesting alone would hide every bad review.

## Moderation

An operator hides abusive reviews and restores them after a mistake; both require a reason, which stays in the
review's history. An unpublished review cannot be restored.

\`\`\`sh
npm run fettle -- reviews list --provider usr_…
npm run fettle -- reviews hide rev_… --reason "Insults"
npm run fettle -- reviews restore rev_… --reason "They were quoted"
\`\`\`

Over the API, with a key of scope \`operator\`: \`POST /v2/marketplace/reviews/{id}/hide\` and \`restore\`. An operator can
also [suspend a provider](suspension.md).
`
}
