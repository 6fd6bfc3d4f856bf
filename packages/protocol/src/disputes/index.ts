import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { TimelineEntry, timelineOf } from '../bookings/index.ts'
import { Attribution, Side } from '../bookings/cancellations.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation, recordAction } from '../core/operation.ts'
import { commaList, CustomerId, FileId, idOf, Instant, Money, pageQuery, prose } from '../core/values.ts'
import { disputeLimits } from './flow.ts'
import { DisputeAction, DisputeReason, DisputeStatus, DisputeSubjectType } from './states.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { Upload } from '../common/uploads.ts'
import { issueText } from '../core/issue-text.ts'

export * from './flow.ts'
export * from './states.ts'

/** Disputes between a provider and a customer. */

export const DisputeId = idOf('dsp')
export const ProposalId = idOf('prp')

const { statementMin, statementMax, evidencePerSide } = disputeLimits
export const DisputeStatement = prose(statementMin, statementMax, issueText('DESCRIBE_INCIDENT'))
const amount = z
  .int(issueText('AMOUNT_REQUIRED'))
  .check(z.gte(0, issueText('AMOUNT_REQUIRED')), z.lte(MAX_AMOUNT, issueText('ENTER_SMALLER_AMOUNT')))

/** Body that opens a dispute, for either side. */
export const DisputeInput = {
  subject: z.object({ type: DisputeSubjectType, id: z.string().check(z.maxLength(60)) }),
  reasonCode: DisputeReason,
  statement: DisputeStatement,
  /** Minor units. Defaults to the whole amount. */
  amountInDispute: z.optional(amount),
  desiredOutcome: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))),
}

/** The subject of a dispute as shown to people. */
const Subject = z.object({
  type: DisputeSubjectType,
  id: z.string(),
  /** Reference of its booking, contract or invoice. */
  label: z.string(),
  title: z.string(),
  bookingId: z.nullable(z.string()),
  contractId: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
})

/** Whose turn it is and until when. Empty once it is over. */
const Stage = z.object({
  /** When this stage ends automatically. */
  until: z.nullable(Instant),
  awaiting: z.array(z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR'])),
})

export const DisputeOutcome = z.object({
  by: z.enum(['AGREEMENT', 'OPERATOR', 'DEFAULT']),
  /** The provider's part of the amount in dispute. Null where no money is in dispute. */
  amountToProvider: z.nullable(Money),
  attribution: z.nullable(Attribution),
  /** State the subject continues in. Null: as before. */
  subjectStatus: z.nullable(z.string()),
  rationale: LocalizedText,
  at: Instant,
  /** Deadline for an appeal. Null where it was agreed or already appealed. */
  appealUntil: z.nullable(Instant),
  /** When it took effect. Null while an appeal is possible. */
  effectiveAt: z.nullable(Instant),
})
export type DisputeOutcome = z.infer<typeof DisputeOutcome>

export const ProposalStatus = z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'SUPERSEDED', 'LAPSED'])
export const DisputeProposal = z.object({
  id: ProposalId,
  by: Side,
  /** The provider's part of the amount in dispute. Null where no money is in dispute. */
  amountToProvider: z.nullable(Money),
  note: z.string(),
  status: ProposalStatus,
  at: Instant,
  decidedAt: z.nullable(Instant),
  /** Whether the caller may accept or decline it. */
  isMineToAnswer: z.boolean(),
})
export type DisputeProposal = z.infer<typeof DisputeProposal>

export const DisputeEvidence = z.object({
  id: z.string(),
  by: Side,
  note: z.nullable(z.string()),
  at: Instant,
  file: Upload,
})
export type DisputeEvidence = z.infer<typeof DisputeEvidence>

/**
 * Evidence collected automatically when the dispute is opened, and again for the decision; identical for both sides.
 */
export const EvidenceBundle = z.object({
  assembledAt: Instant,
  /** The last chat messages of the two, oldest first. */
  chat: z.array(z.object({ at: Instant, by: z.nullable(Side), author: z.string(), text: z.string() })),
  timeline: z.array(TimelineEntry),
  photos: z.array(Upload),
  documents: z.array(
    z.object({ type: z.enum(['INVOICE', 'CONTRACT', 'OFFER', 'BOOKING']), id: z.string(), label: z.string() }),
  ),
})
export type EvidenceBundle = z.infer<typeof EvidenceBundle>

/** A dispute as a row of a list. */
const summaryFields = {
  id: DisputeId,
  status: DisputeStatus,
  subject: Subject,
  customer: z.object({ id: CustomerId, name: LocalizedText, avatar: z.nullable(z.string()) }),
  openedBy: Side,
  reasonCode: DisputeReason,
  amountInDispute: z.nullable(Money),
  stage: Stage,
  outcome: z.nullable(DisputeOutcome),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
}
export const DisputeSummary = z.object(summaryFields)
export type DisputeSummary = z.infer<typeof DisputeSummary>

export const DisputeView = z.object({
  ...summaryFields,
  /** Maximum amount in dispute. Null where no money is. */
  total: z.nullable(Money),
  statement: z.string(),
  desiredOutcome: z.nullable(z.string()),
  response: z.nullable(z.object({ statement: z.string(), at: Instant })),
  respondBy: Instant,
  negotiateBy: z.nullable(Instant),
  decideBy: z.nullable(Instant),
  /** Why an operator reviews it: no answer, no agreement, or an appeal. */
  reviewReason: z.nullable(z.enum(['NO_ANSWER', 'NO_AGREEMENT', 'APPEAL'])),
  evidence: z.array(DisputeEvidence),
  evidenceLeft: z.int(),
  proposals: z.array(DisputeProposal),
  proposalsLeft: z.int(),
  /** Null until collected, shortly after opening. */
  evidencePack: z.nullable(EvidenceBundle),
  appeal: z.nullable(z.object({ by: Side, at: Instant, note: z.string(), outcome: DisputeOutcome })),
  /** Name of the operator in charge. */
  assignee: z.nullable(z.string()),
  timeline: z.array(TimelineEntry),
  allowedActions: z.array(DisputeAction),
})
export type DisputeView = z.infer<typeof DisputeView>

/** Optional version for optimistic locking. A stale one is refused with VERSION_CONFLICT. */
const versioned = { version: z.optional(z.int()) }
const params = z.object({ id: DisputeId })

/** Bodies shared by both sides' operations. */
export const disputeBodies = {
  respond: { statement: DisputeStatement },
  propose: {
    /** Minor units. Required where money is in dispute. */
    amountToProvider: z.optional(amount),
    note: prose(3, 1000, issueText('PROPOSAL_LENGTH')),
  },
  appeal: { note: prose(statementMin, 2000, issueText('EXPLAIN_WHY')) },
  decline: { note: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))) },
} as const

/** Errors of opening a dispute. */
export const openingErrors = [
  'NOT_FOUND',
  'INVALID_TRANSITION',
  'DISPUTE_CLOSED',
  'DISPUTE_EXISTS',
  'TERMINATION_PENDING',
  'MILESTONE_DISPUTED',
] as const satisfies readonly ErrorCode[]

const provider = { audience: 'provider' } as const

export const openDispute = operation({
  ...provider,
  name: 'disputes.open',
  // A suspended provider may still respond.
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/disputes',
  summary: 'Open a dispute. The other side has 72 hours to answer; the disputed money is held.',
  body: z.object({
    ...DisputeInput,
    /** Uploads with purpose EVIDENCE. */
    evidenceIds: z._default(z.array(FileId).check(z.maxLength(evidencePerSide)), []),
  }),
  status: 201,
  returns: DisputeView,
  errors: openingErrors,
})

/** The possible terms of a dispute about a subject. */
export const DisputeTerms = z.object({
  subject: Subject,
  customerName: LocalizedText,
  /** Maximum amount in dispute. Null where no money is. */
  total: z.nullable(Money),
  /** Only the whole amount can be disputed. */
  wholeOnly: z.boolean(),
  reasons: z.array(DisputeReason),
  /** Deadline for opening. Null where none applies yet. */
  until: z.nullable(Instant),
})
export type DisputeTerms = z.infer<typeof DisputeTerms>

export const getDisputeTerms = operation({
  ...provider,
  name: 'disputes.terms',
  method: 'GET',
  path: '/v2/disputes/terms',
  summary: 'Get the possible reasons, amounts and deadlines for a dispute about this record.',
  query: z.object({ type: DisputeSubjectType, id: z.string().check(z.maxLength(60)) }),
  returns: DisputeTerms,
  errors: openingErrors,
})

export const listDisputes = operation({
  ...provider,
  name: 'disputes.list',
  method: 'GET',
  path: '/v2/disputes',
  summary: 'List my disputes, newest first.',
  query: z.object({
    ...pageQuery,
    status: z.optional(commaList(DisputeStatus)),
    /** Disputes about one booking, contract, milestone, payment or review. */
    subjectId: z.optional(z.string().check(z.maxLength(60))),
  }),
  returns: z.array(DisputeSummary),
})

export const listDisputeCards = operation({
  ...provider,
  name: 'disputes.cards',
  method: 'GET',
  path: '/v2/disputes/cards',
  summary: 'List disputes by id in short form. Missing ids are left out.',
  query: z.object({ ids: commaList(DisputeId) }),
  returns: z.array(DisputeSummary),
})

export const getDispute = operation({
  ...provider,
  name: 'disputes.get',
  method: 'GET',
  path: '/v2/disputes/:id',
  summary: 'Get a dispute with both statements, all evidence, proposals and its timeline.',
  params,
  returns: DisputeView,
  errors: ['NOT_FOUND'],
})

const act = recordAction({
  ...provider,
  whileSuspended: 'always',
  noun: 'disputes',
  path: '/v2/disputes',
  params,
  returns: DisputeView,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const respondToDispute = act('respond', {
  summary: 'Respond to a dispute, within 72 hours. Both sides then have a week to agree.',
  body: z.object({ ...versioned, ...disputeBodies.respond }),
})

export const addDisputeEvidence = act('evidence', {
  summary: 'Add photos, documents or videos as evidence (uploads with purpose EVIDENCE).',
  body: z.object({
    ...versioned,
    fileIds: z.array(FileId).check(z.minLength(1, issueText('FILE_REQUIRED')), z.maxLength(evidencePerSide)),
    note: z.optional(prose(0, 500, issueText('MAX_CHARACTERS'))),
  }),
  errors: ['EVIDENCE_LIMIT'],
})

export const proposeSettlement = act('propose', {
  segment: 'proposals',
  summary: 'Propose a settlement. It replaces every open proposal; each side may propose three times.',
  body: z.object({ ...versioned, ...disputeBodies.propose }),
  errors: ['PROPOSAL_LIMIT'],
})

const proposalParams = z.object({ id: DisputeId, proposalId: ProposalId })

export const acceptSettlement = act('accept', {
  segment: 'proposals/:proposalId/accept',
  summary: "Accept the other side's proposal. The dispute is settled and payments due are booked at once.",
  params: proposalParams,
  body: z.object(versioned),
  errors: ['PROPOSAL_CLOSED'],
})

export const declineSettlement = act('decline', {
  segment: 'proposals/:proposalId/decline',
  summary: "Decline the other side's proposal.",
  params: proposalParams,
  body: z.object({ ...versioned, ...disputeBodies.decline }),
  errors: ['PROPOSAL_CLOSED'],
})

export const withdrawDispute = act('withdraw', {
  summary: 'Withdraw my own dispute. Everything continues as before.',
  body: z.object(versioned),
})

export const appealDispute = act('appeal', {
  summary: 'Appeal a decision: once, within seven days.',
  body: z.object({ ...versioned, ...disputeBodies.appeal }),
  errors: ['APPEAL_CLOSED'],
})

export const getDisputeTimeline = timelineOf('disputes', '/v2/disputes', 'a dispute', params)
