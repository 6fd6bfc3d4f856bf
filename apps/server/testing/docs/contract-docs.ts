import {
  amendmentUpdates,
  amendmentFlow,
  contractUpdates,
  contractFlow,
  contractStatuses,
  finalContractStatuses,
  milestoneFlow,
} from '@fettle/protocol/contracts'
import { describeFinalStates, describeGuards, diagram, rowsOf, table } from './flow-docs.ts'

/** Renders the page on the contract flow from the protocol's tables. */

export function renderContracts(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# Contract states and actions

${contractStatuses.length} states. ${describeFinalStates(finalContractStatuses, contractFlow.transitions)}

An action is the last segment of its path: \`POST /v2/contracts/{id}/hold\` for the provider,
\`POST /v2/marketplace/contracts/{id}/sign\` for a customer. These have another path:

| action | call |
| --- | --- |
| \`edit\`, \`remove\` | \`PATCH\` and \`DELETE /v2/contracts/{id}\` |
| \`amend\` | \`POST …/amendments\` |
| \`termination\` | \`POST …/termination\`, which proposes to end the contract |
| \`accept-termination\`, \`contest-termination\`, \`withdraw-termination\` | \`POST …/termination/accept\`, \`contest\`, \`withdraw\` |
| \`dispute\` | \`POST /v2/disputes\`, \`POST /v2/marketplace/disputes\` |

${describeGuards('apps/server/src/modules/contracts/lifecycle/guards.rules.ts')}

${diagram(contractFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(contractFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(contractUpdates)))}

A contract becomes DISPUTED by a [dispute](disputes.md), or by a termination proposal that is contested or not
answered within a week. It leaves that state when the dispute is resolved, or when the proposal is withdrawn, accepted or decided by an
operator, who decides only when no answer can come any more. Submitted milestones then have as much time for an answer as they had
before. A single milestone can be disputed while the contract continues: no other action is allowed on it meanwhile.

## Milestones

Milestones are created when both have signed, and worked on while the contract is ACTIVE. An approved milestone is invoiced and
booked in the ledger in the same transaction; its retained share is on hold until the contract ends. A milestone is PAID when its
invoice is.

${diagram(milestoneFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(milestoneFlow.transitions)))}

## Change orders

Either side creates a change order, and both sign it. Lines have signed amounts; after its changes the milestones must add up to the
new total. Once approved, the contract gets another version: signed versions are never rewritten.

${diagram(amendmentFlow)}

${table(
  ['action', 'from', 'who', 'to'],
  [...rowsOf(Object.entries(amendmentFlow.transitions)), ...rowsOf(Object.entries(amendmentUpdates))],
)}

## What was signed

Sending freezes the draft as the next version: canonical JSON (RFC 8785) with its SHA-256, which is available before
as \`contentHash\`. A signature names that hash, the signer's name as in the profile, both consents with the version
(\`consentTextVersion\`) and the language (\`consentLocale\`, \`en\` if left out) of their texts, and a step-up
at most five minutes old; the signer must have read the text to its end (\`POST …/view\`). Any change of the
content voids every signature. The database refuses a change of a version, a signature or an entry of the audit trail.

## The audit trail

\`entryHash = SHA-256(prevHash || canonical(entry without entryHash))\`; the first \`prevHash\` is 64 zeros, and the contract
stores the last hash. \`GET …/audit/verify\` recomputes the chain and names the first entry that does not match.

## The PDF

\`GET …/pdf\` is a tagged PDF, A4 or Letter, with the same bytes each time; the header \`Digest\` has its SHA-256. It is in the
language that the provider's account had when the version was sent. Once both have signed, its last page is a certificate: who
signed when, from where and how, the hash of the version, the end of the audit trail, and an Ed25519 signature of the canonical
JSON of all that. The public key is at \`GET /v2/public/contracts/key\`. Anybody may verify a PDF with
\`POST /v2/public/contracts/verify\`, or on the page \`/v2/public/contracts/check\`, which needs neither scripts nor an account.
`
}
