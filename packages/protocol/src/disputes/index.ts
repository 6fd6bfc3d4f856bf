import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { Attribution, Side } from '../bookings/cancellations.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { commaList, CustomerId, FileId, idOf, Instant, Money, pageQuery, prose } from '../core/values.ts'
import { DisputeAction, disputeLimits, DisputeReason, DisputeStatus, DisputeSubjectType } from './flow.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { Upload } from '../common/uploads.ts'

export * from './flow.ts'

/** What a provider and a customer do not agree on, and how that is settled. */

export const DisputeId = idOf('dsp')
export const ProposalId = idOf('prp')
const moment = z.nullable(Instant)
const text = z.nullable(z.string())

const { statementMin, statementMax, evidencePerSide } = disputeLimits
export const DisputeStatement = prose(
  statementMin,
  statementMax,
  `Say what happened, in ${statementMin} to ${statementMax.toLocaleString('en')} characters.`,
)
const amount = z
  .int('Enter an amount.')
  .check(z.gte(0, 'Enter an amount.'), z.lte(MAX_AMOUNT, 'Enter a smaller amount.'))

/** What opens a dispute, by either side. */
export const DisputeInput = {
  subject: z.object({ type: DisputeSubjectType, id: z.string().check(z.maxLength(60)) }),
  reasonCode: DisputeReason,
  statement: DisputeStatement,
  /** Minor units of what it is about; all of it unless given. */
  amountInDispute: z.optional(amount),
  desiredOutcome: z.optional(prose(0, 1000, 'Use at most 1,000 characters.')),
}

/** What a dispute is about, as people know it. */
const Subject = z.object({
  type: DisputeSubjectType,
  id: z.string(),
  /** The reference of its booking, contract or invoice. */
  label: z.string(),
  title: z.string(),
  bookingId: text,
  contractId: text,
  invoiceId: text,
})

/** Who has to act by when. Nobody once it is over. */
const Stage = z.object({
  /** When this stage ends by itself. */
  until: moment,
  awaiting: z.array(z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR'])),
})

export const DisputeOutcome = z.object({
  by: z.enum(['AGREEMENT', 'OPERATOR', 'DEFAULT']),
  /** Of the amount in dispute; null where no money is. */
  amountToProvider: z.nullable(Money),
  attribution: z.nullable(Attribution),
  /** The state its subject goes on in; null where it goes on as before. */
  subjectStatus: text,
  rationale: z.string(),
  at: Instant,
  /** Until when it may be appealed; null where it was agreed on, or appealed before. */
  appealUntil: moment,
  /** When it took effect; null while it may be appealed. */
  effectiveAt: moment,
})
export type DisputeOutcome = z.infer<typeof DisputeOutcome>

export const ProposalStatus = z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'SUPERSEDED', 'LAPSED'])
export const DisputeProposal = z.object({
  id: ProposalId,
  by: Side,
  /** Of the amount in dispute; null where no money is. */
  amountToProvider: z.nullable(Money),
  note: z.string(),
  status: ProposalStatus,
  at: Instant,
  decidedAt: moment,
  /** The caller may accept or decline it. */
  isMineToAnswer: z.boolean(),
})
export type DisputeProposal = z.infer<typeof DisputeProposal>

export const DisputeEvidence = z.object({ id: z.string(), by: Side, note: text, at: Instant, file: Upload })
export type DisputeEvidence = z.infer<typeof DisputeEvidence>

/** Gathered by itself when the dispute was opened, and again for whoever decides; the same for both sides. */
export const EvidenceBundle = z.object({
  assembledAt: Instant,
  /** What the two wrote to each other last, oldest first. */
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
  customer: z.object({ id: CustomerId, name: z.string(), avatar: text }),
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
  /** All that could be in dispute; null where no money is. */
  total: z.nullable(Money),
  statement: z.string(),
  desiredOutcome: text,
  response: z.nullable(z.object({ statement: z.string(), at: Instant })),
  respondBy: Instant,
  negotiateBy: moment,
  decideBy: moment,
  /** Why it is with an operator: nobody answered, nobody agreed, or what was decided was appealed. */
  reviewReason: z.nullable(z.enum(['NO_ANSWER', 'NO_AGREEMENT', 'APPEAL'])),
  evidence: z.array(DisputeEvidence),
  evidenceLeft: z.int(),
  proposals: z.array(DisputeProposal),
  proposalsLeft: z.int(),
  /** Null until it is gathered, a moment after opening. */
  evidencePack: z.nullable(EvidenceBundle),
  appeal: z.nullable(z.object({ by: Side, at: Instant, note: z.string(), outcome: DisputeOutcome })),
  /** Of the operator who looks at it. */
  assignee: text,
  timeline: z.array(TimelineEntry),
  allowedActions: z.array(DisputeAction),
})
export type DisputeView = z.infer<typeof DisputeView>

/** Writes may name the version they were decided on; a stale one is refused. */
const versioned = { version: z.optional(z.int()) }
const params = z.object({ id: DisputeId })

/** What both sides send. */
export const disputeBodies = {
  respond: { statement: DisputeStatement },
  propose: {
    /** Minor units; needed where money is in dispute. */
    amountToProvider: z.optional(amount),
    note: prose(3, 1000, 'Say what you propose, in 3 to 1,000 characters.'),
  },
  appeal: { note: prose(statementMin, 2000, `Say why, in ${statementMin} to 2,000 characters.`) },
  decline: { note: z.optional(prose(0, 1000, 'Use at most 1,000 characters.')) },
} as const

/** What opening can be refused with. */
export const openingErrors = [
  'NOT_FOUND',
  'INVALID_TRANSITION',
  'DISPUTE_CLOSED',
  'DISPUTE_EXISTS',
  'TERMINATION_PENDING',
] as const satisfies readonly ErrorCode[]

const provider = { audience: 'provider' } as const

export const openDispute = operation({
  ...provider,
  name: 'disputes.open',
  // Whoever is suspended may still say how it was.
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/disputes',
  summary: 'Say that something is not right. The other side has 72 hours to answer; money in dispute is on hold.',
  body: z.object({
    ...DisputeInput,
    /** Uploads for EVIDENCE. */
    evidenceIds: z._default(z.array(FileId).check(z.maxLength(evidencePerSide)), []),
  }),
  status: 201,
  returns: DisputeView,
  errors: openingErrors,
})

/** What a dispute about something could be. */
export const DisputeTerms = z.object({
  subject: Subject,
  customerName: z.string(),
  /** What may be in dispute at most; null where no money is. */
  total: z.nullable(Money),
  /** All of it or nothing. */
  wholeOnly: z.boolean(),
  reasons: z.array(DisputeReason),
  /** Until when it may be opened; null where that has no end yet. */
  until: moment,
})
export type DisputeTerms = z.infer<typeof DisputeTerms>

export const getDisputeTerms = operation({
  ...provider,
  name: 'disputes.terms',
  method: 'GET',
  path: '/v2/disputes/terms',
  summary: 'What a dispute about this could be: for which reasons, about how much, until when.',
  query: z.object({ type: DisputeSubjectType, id: z.string().check(z.maxLength(60)) }),
  returns: DisputeTerms,
  errors: openingErrors,
})

export const listDisputes = operation({
  ...provider,
  name: 'disputes.list',
  method: 'GET',
  path: '/v2/disputes',
  summary: 'My disputes, newest first.',
  query: z.object({
    ...pageQuery,
    status: z.optional(commaList(DisputeStatus)),
    /** Those about one booking, contract, milestone, payment or review. */
    subjectId: z.optional(z.string().check(z.maxLength(60))),
  }),
  returns: z.array(DisputeSummary),
  errors: [],
})

export const listDisputeCards = operation({
  ...provider,
  name: 'disputes.cards',
  method: 'GET',
  path: '/v2/disputes/cards',
  summary: 'Disputes by their ids, as they are shown beside words about them. What is not there is left out.',
  query: z.object({ ids: commaList(DisputeId) }),
  returns: z.array(DisputeSummary),
  errors: [],
})

export const getDispute = operation({
  ...provider,
  name: 'disputes.get',
  method: 'GET',
  path: '/v2/disputes/:id',
  summary: 'One dispute with both statements, all evidence and proposals, and what happened.',
  params,
  returns: DisputeView,
  errors: ['NOT_FOUND'],
})

const act = <Params extends z.core.$ZodType, Body extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  paramsOf: Params,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...provider,
    name: `disputes.${name}`,
    whileSuspended: 'always',
    method: 'POST',
    path: `/v2/disputes/:id/${segment}`,
    summary,
    params: paramsOf,
    body,
    returns: DisputeView,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', ...errors],
  })

export const respondToDispute = act(
  'respond',
  'respond',
  'Say how it was, within 72 hours; from then on the two have a week to agree.',
  params,
  z.object({ ...versioned, ...disputeBodies.respond }),
)

export const addDisputeEvidence = act(
  'evidence',
  'evidence',
  'Add photos, papers or videos that show it (uploads for EVIDENCE).',
  params,
  z.object({
    ...versioned,
    fileIds: z.array(FileId).check(z.minLength(1, 'Choose a file.'), z.maxLength(evidencePerSide)),
    note: z.optional(prose(0, 500, 'Use at most 500 characters.')),
  }),
  ['EVIDENCE_LIMIT'],
)

export const proposeSettlement = act(
  'propose',
  'proposals',
  'Propose how to settle it; takes the place of every proposal that waits. Each side may three times.',
  params,
  z.object({ ...versioned, ...disputeBodies.propose }),
  ['PROPOSAL_LIMIT'],
)

const proposalParams = z.object({ id: DisputeId, proposalId: ProposalId })

export const acceptSettlement = act(
  'accept',
  'proposals/:proposalId/accept',
  "Accept the other side's proposal: it is settled, and what is due moves at once.",
  proposalParams,
  z.object(versioned),
  ['PROPOSAL_CLOSED'],
)

export const declineSettlement = act(
  'decline',
  'proposals/:proposalId/decline',
  "Decline the other side's proposal.",
  proposalParams,
  z.object({ ...versioned, ...disputeBodies.decline }),
  ['PROPOSAL_CLOSED'],
)

export const withdrawDispute = act(
  'withdraw',
  'withdraw',
  'Take my own dispute back: everything goes on as before.',
  params,
  z.object(versioned),
)

export const appealDispute = act(
  'appeal',
  'appeal',
  'Have what was decided looked at once more: once, within seven days.',
  params,
  z.object({ ...versioned, ...disputeBodies.appeal }),
  ['APPEAL_CLOSED'],
)

export const getDisputeTimeline = operation({
  ...provider,
  name: 'disputes.timeline',
  method: 'GET',
  path: '/v2/disputes/:id/timeline',
  summary: 'What happened in it, oldest first.',
  params,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})
