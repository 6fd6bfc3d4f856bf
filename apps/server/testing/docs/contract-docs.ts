import {
  amendmentUpdates,
  amendmentFlow,
  contractUpdates,
  contractFlow,
  contractStatuses,
  finalContractStatuses,
  milestoneFlow,
} from '@fettle/protocol/contracts'
import { diagram, list, rowsOf, table } from './flow-docs.ts'

/** Renders the page on the contract flow from the protocol's tables. */

export function renderContracts(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# The life of a contract

${contractStatuses.length} states. From ${list(finalContractStatuses)} nothing leads on but a dispute. An action is called at the path it is
named like, \`POST /v2/contracts/{id}/hold\`; those of a proposal to end it at \`…/termination/accept\` and the like, \`edit\` is a
\`PATCH\` and \`amend\` is \`POST …/amendments\`. Guards beside the table are in
\`apps/server/src/modules/contracts/lifecycle/guards.rules.ts\`: they fill \`allowedActions\` and judge the call alike.

${diagram(contractFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(contractFlow.transitions)))}

What leaves the state as it is:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(contractUpdates)))}

A contract is DISPUTED by way of a dispute (\`docs/reference/disputes.md\`), or of an end that is contested or that nobody answered within
a week. It leaves that state when the dispute is settled, or when the proposal is taken back, agreed to, or decided by an
operator, who comes after the two: nothing is theirs to decide while an answer may still come. What was handed over before has
as much time to be answered afterwards as it had then. A single milestone can be disputed while the contract goes on: nothing else is done to it meanwhile.

## Milestones

They come into being when both have signed. People work while the contract is ACTIVE; an approval is invoiced and entered in
the ledger in the same transaction, with what is held back of it on hold until the contract is over. A milestone is PAID when
its invoice is.

${diagram(milestoneFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(milestoneFlow.transitions)))}

## Change orders

Either side writes them, both sign them. Lines have signed amounts; the milestones they add, change or remove have to make
the new whole. Once agreed, the contract has another version: what was signed before is never rewritten.

${diagram(amendmentFlow)}

${table(
  ['action', 'from', 'who', 'to'],
  [...rowsOf(Object.entries(amendmentFlow.transitions)), ...rowsOf(Object.entries(amendmentUpdates))],
)}

## What was signed

Sending freezes the draft as the next version: canonical JSON (RFC 8785) with its SHA-256, which is told ahead as
\`contentHash\`. A signature names that hash, the signer's name as in the profile, both consents with the version
(\`consentTextVersion\`) and the language (\`consentLocale\`, \`en\` if left out) of their words, and a proof of who signs that is
at most five minutes old; who signs has read that text to its end (\`POST …/view\`). Any change of the
content voids every signature. The database refuses a change of a version, a signature or an entry of the audit trail.

## The audit trail

\`entryHash = SHA-256(prevHash || canonical(entry without entryHash))\`; the first \`prevHash\` is 64 zeros, and the contract
remembers the last hash. \`GET …/audit/verify\` recomputes all of it and names the first entry that is not as it was written.

## The paper

\`GET …/pdf\` is a tagged PDF, A4 or Letter, printed by a process of its own, the same bytes each time; the header \`Digest\` has
its SHA-256. Once both have signed, its last page is a certificate: who signed when, from where and how, the hash of the
version, the end of the audit trail, and an Ed25519 signature of the canonical JSON of all that. The public key is at
\`GET /v2/public/contracts/key\`. Whoever holds a paper may ask \`POST /v2/public/contracts/verify\` whether it is one of ours;
people do so at \`/v2/public/contracts/check\`, a page without scripts that needs no account.
`
}
