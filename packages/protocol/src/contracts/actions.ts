import * as z from 'zod/mini'
import { ContractPatch, ContractTemplateId } from './content.ts'
import {
  AmendmentContent,
  AmendmentId,
  HoldReason,
  SettlementInput,
  SignatureInput,
  TerminationReason,
} from './parts.ts'
import { MilestoneId } from './content.ts'
import { ContractId } from './content.ts'
import { ContractDetails } from './index.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation, recordAction } from '../core/operation.ts'
import { BookingId, CustomerId, Day, FileId, prose, requireNoteForOther } from '../core/values.ts'
import { OfferId } from '../offers/index.ts'
import { issueText } from '../core/issue-text.ts'

/**
 * A provider's actions on contracts. Every action returns the contract after it. `version`: expected version for
 * optimistic locking; a stale one is refused.
 */
const versioned = { version: z.optional(z.int()) }
const params = z.object({ id: ContractId })

const contractAction = recordAction({
  audience: 'provider',
  noun: 'contracts',
  path: '/v2/contracts',
  params,
  returns: ContractDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

/** Errors of signing, for either side. */
export const signingErrors = [
  'STEP_UP_REQUIRED',
  'READ_REQUIRED',
  'VERSION_SUPERSEDED',
] as const satisfies readonly ErrorCode[]

export const createContract = operation({
  name: 'contracts.create',
  method: 'POST',
  path: '/v2/contracts',
  audience: 'provider',
  summary:
    'Create a contract draft: from an accepted offer, which fills it in, for a customer, or for a chat partner. Optionally with the text of a template.',
  body: z
    .object({
      offerId: z.optional(OfferId),
      customerId: z.optional(CustomerId),
      channelId: z.optional(z.string().check(z.regex(/^[\w!-]{1,100}$/, issueText('CHANNEL_ID_INVALID')))),
      templateId: z.optional(ContractTemplateId),
    })
    .check(
      z.refine(
        ({ offerId, customerId, channelId }) =>
          [offerId, customerId, channelId].filter((source) => source !== undefined).length === 1,
        { error: issueText('CONTRACT_ORIGIN_REQUIRED'), path: ['customerId'] },
      ),
    ),
  status: 201,
  returns: ContractDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CONTRACT_EXISTS'],
})

export const editContract = operation({
  name: 'contracts.edit',
  method: 'PATCH',
  path: '/v2/contracts/:id',
  audience: 'provider',
  summary: 'Change a draft; only the fields sent change. A sent contract becomes a draft again and its signature void.',
  params,
  body: z.object({ ...versioned, content: ContractPatch }),
  returns: ContractDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const removeContract = operation({
  name: 'contracts.remove',
  method: 'DELETE',
  path: '/v2/contracts/:id',
  audience: 'provider',
  summary: 'Delete a draft that was never sent.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const viewContract = operation({
  name: 'contracts.view',
  method: 'POST',
  path: '/v2/contracts/:id/view',
  audience: 'provider',
  summary:
    'Record that this text, or that of a change order, was opened, or with `toEnd` read to its end. Signing requires it.',
  params,
  body: z.object({ contentHash: SignatureInput.shape.contentHash, toEnd: z._default(z.boolean(), false) }),
  returns: ContractDetails,
  errors: ['NOT_FOUND', 'VERSION_SUPERSEDED'],
})

export const sendContract = contractAction('send', {
  summary: 'Sign as the provider and send to the customer. Missing parts are reported at their path in the content.',
  body: z.object({ ...versioned, signature: SignatureInput }),
  errors: [...signingErrors, 'VERIFICATION_REQUIRED', 'MILESTONES_MISMATCH'],
})

export const voidContract = contractAction('void', {
  summary: 'Void a contract that is not signed by both sides, with a reason.',
  body: z.object({ ...versioned, reason: prose(3, 1000, issueText('EXPLAIN_WHY')) }),
})

export const holdContract = contractAction('hold', {
  summary: 'Put the work on hold, with a reason. It resumes by itself on the given day.',
  body: requireNoteForOther({ ...versioned, reasonCode: HoldReason, until: z.optional(z.nullable(Day)) }),
})

export const resumeContract = contractAction('resume', {
  summary: 'Resume the work. Future dates move by the length of the hold.',
  body: z.object(versioned),
})

/** Body of a termination proposal, for either side. */
export const TerminationInput = requireNoteForOther({
  ...versioned,
  reasonCode: TerminationReason,
  effectiveDate: Day,
  settlement: z._default(z.array(SettlementInput).check(z.maxLength(40, issueText('MILESTONES_REPEATED'))), []),
})

export const proposeTermination = contractAction('proposeTermination', {
  segment: 'termination',
  summary: 'Propose to terminate, with the completed share of each open milestone. The customer has 7 days to answer.',
  body: TerminationInput,
  errors: ['TERMINATION_PENDING', 'MILESTONE_DISPUTED'],
})

export const acceptTermination = contractAction('acceptTermination', {
  segment: 'termination/accept',
  summary:
    'Accept a termination: the contract ends now, whatever its `effectiveDate`. Finished work is paid, the rest is given up.',
  body: z.object(versioned),
})

export const contestTermination = contractAction('contestTermination', {
  segment: 'termination/contest',
  summary: 'Contest a termination. The contract is DISPUTED until the proposal is withdrawn, accepted or decided.',
  body: z.object({ ...versioned, note: prose(3, 2000, issueText('EXPLAIN_WHY')) }),
})

export const withdrawTermination = contractAction('withdrawTermination', {
  segment: 'termination/withdraw',
  summary: 'Withdraw my own termination proposal.',
  body: z.object(versioned),
})

const milestoneParams = z.object({ id: ContractId, milestoneId: MilestoneId })
const bookingIds = z._default(z.array(BookingId).check(z.maxLength(20, issueText('MAX_LINKED_BOOKINGS'))), [])

export const startMilestone = contractAction('startMilestone', {
  segment: 'milestones/:milestoneId/start',
  summary: 'Start a milestone. `bookingIds` names the visits that work on it.',
  params: milestoneParams,
  body: z.object({ ...versioned, bookingIds }),
  errors: ['MILESTONE_ORDER'],
})

export const submitMilestone = contractAction('submitMilestone', {
  segment: 'milestones/:milestoneId/submit',
  summary: 'Submit a milestone with its evidence. Without an answer it counts as approved after some days.',
  params: milestoneParams,
  body: z.object({
    ...versioned,
    note: prose(1, 2000, issueText('WORK_SUMMARY_LENGTH')),
    evidenceIds: z._default(z.array(FileId).check(z.maxLength(20, issueText('MAX_FILES'))), []),
    bookingIds,
  }),
})

const amendmentParams = z.object({ id: ContractId, amendmentId: AmendmentId })

export const createAmendment = operation({
  name: 'contracts.createAmendment',
  method: 'POST',
  path: '/v2/contracts/:id/amendments',
  audience: 'provider',
  summary: 'Create a change order as a draft.',
  params,
  body: z.object({ ...versioned, ...AmendmentContent.shape }),
  status: 201,
  returns: ContractDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const editAmendment = operation({
  name: 'contracts.editAmendment',
  method: 'PATCH',
  path: '/v2/contracts/:id/amendments/:amendmentId',
  audience: 'provider',
  summary: 'Replace the draft of a change order.',
  params: amendmentParams,
  body: z.object({ ...versioned, ...AmendmentContent.shape }),
  returns: ContractDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const sendAmendment = contractAction('sendAmendment', {
  segment: 'amendments/:amendmentId/send',
  summary: 'Sign my change order and send it. The customer has 7 days to answer.',
  params: amendmentParams,
  body: z.object({ ...versioned, signature: SignatureInput }),
  errors: [...signingErrors, 'MILESTONES_MISMATCH', 'AMENDMENT_OUTDATED'],
})

export const signAmendment = contractAction('signAmendment', {
  segment: 'amendments/:amendmentId/sign',
  summary: "Sign the customer's change order. The contract gets a new version.",
  params: amendmentParams,
  body: z.object({ ...versioned, signature: SignatureInput }),
  errors: [...signingErrors, 'AMENDMENT_OUTDATED', 'AMENDMENT_EXPIRED'],
})

export const declineAmendment = contractAction('declineAmendment', {
  segment: 'amendments/:amendmentId/decline',
  summary: "Decline the customer's change order.",
  params: amendmentParams,
  body: z.object({ ...versioned, note: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))) }),
  errors: ['AMENDMENT_EXPIRED'],
})

export const withdrawAmendment = contractAction('withdrawAmendment', {
  segment: 'amendments/:amendmentId/withdraw',
  summary: 'Withdraw my own change order.',
  params: amendmentParams,
  body: z.object(versioned),
})
