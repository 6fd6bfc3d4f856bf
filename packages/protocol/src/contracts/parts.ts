import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { Side } from '../bookings/cancellations.ts'
import { StepUpMethod } from '../accounts/credentials.ts'
import { BookingId, Day, FileId, idOf, Instant, line, Money, prose } from '../core/values.ts'
import { MilestoneId } from './content.ts'
import { AmendmentAction, AmendmentStatus, MilestoneAction, MilestoneStatus } from './states.ts'
import { consentTextVersions } from './consent-texts.ts'
import { locales } from '@fettle/i18n/locales'
import { MAX_AMOUNT } from '../common/money.ts'
import { AdjustmentLine, CalculatedLine } from '../bookings/adjustments.ts'
import { issueText } from '../core/issue-text.ts'
import { amendmentReasons, holdReasons, terminationReasons } from './constants.ts'

/** Parts of a contract: signatures, milestones, change orders, holds and terminations. */

/** How long a step-up is valid for signing. */
export const STEP_UP_MINUTES = 5
/** Days a contract waits for the customer's signature; days of its reminders. */
export const SIGN_DAYS = 14
export const SIGN_REMINDER_DAYS = [5, 2, 1] as const
/** Days a change order or termination proposal waits for an answer. */
export const AMENDMENT_DAYS = 7
export const TERMINATION_ANSWER_DAYS = 7
/** How often a milestone may be sent back. */
export const MILESTONE_CHANGES_LIMIT = 3

const CONSENT = issueText('CONSENT_REQUIRED')
/** A signature. The hash proves which text was read. */
export const SignatureInput = z
  .object({
    contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, issueText('SIGNED_HASH_REQUIRED'))),
    method: z.enum(['DRAWN', 'TYPED'], issueText('SIGNATURE_METHOD_REQUIRED')),
    legalName: line(1, 100, issueText('FULL_NAME_REQUIRED')),
    /** For DRAWN: an upload with purpose SIGNATURE. */
    imageFileId: z.optional(z.nullable(FileId)),
    consents: z.object({ electronicRecords: z.literal(true, CONSENT), readAndAgree: z.literal(true, CONSENT) }),
    consentTextVersion: z.enum(consentTextVersions, issueText('CONSENT_OUTDATED')),
    /** Language the consents were shown in. */
    consentLocale: z._default(z.enum(locales, issueText('CHOICE_REQUIRED')), locales[0]),
    /** The signer's time zone. */
    timeZone: z.optional(z.string().check(z.maxLength(60))),
  })
  .check(
    z.refine(({ method, imageFileId }) => method !== 'DRAWN' || Boolean(imageFileId), {
      error: issueText('DRAWING_REQUIRED'),
      path: ['imageFileId'],
    }),
  )
export type SignatureInput = z.infer<typeof SignatureInput>

export const Signature = z.object({
  party: Side,
  /** The signed version. Null for a change order. */
  versionNumber: z.nullable(z.int()),
  contentHash: z.string(),
  method: z.enum(['DRAWN', 'TYPED']),
  legalName: z.string(),
  imageFileId: z.nullable(FileId),
  consentTextVersion: z.string(),
  /** Null for signatures made before the language was recorded. */
  consentLocale: z.nullable(z.enum(locales)),
  stepUp: StepUpMethod,
  signedAt: Instant,
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  voidedAt: z.nullable(Instant),
  voidReason: z.nullable(LocalizedText),
})
export type Signature = z.infer<typeof Signature>

export const Milestone = z.object({
  id: MilestoneId,
  order: z.int(),
  title: z.string(),
  description: z.string(),
  amount: Money,
  dueDate: z.nullable(Day),
  status: MilestoneStatus,
  bookingIds: z.array(BookingId),
  evidenceIds: z.array(FileId),
  /** The provider's note with the submission. */
  note: z.nullable(z.string()),
  startedAt: z.nullable(Instant),
  submittedAt: z.nullable(Instant),
  autoApproveAt: z.nullable(Instant),
  approvedAt: z.nullable(Instant),
  /** Approved automatically, without an answer. */
  approvedBySystem: z.boolean(),
  paidAt: z.nullable(Instant),
  invoiceId: z.nullable(z.string()),
  /** If the contract ended first: the share that is paid. */
  settled: z.nullable(z.object({ percentDone: z.int(), amount: Money })),
  /** Changes the customer requested, oldest first. */
  changes: z.array(z.object({ note: z.string(), at: Instant })),
  changesLeft: z.int(),
  /** Set while disputed. */
  disputeId: z.nullable(z.string()),
  allowedActions: z.array(MilestoneAction),
})
export type Milestone = z.infer<typeof Milestone>

export const AmendmentId = idOf('amd')
export const AmendmentReason = z.enum(amendmentReasons, issueText('REASON_REQUIRED'))
export type AmendmentReason = z.infer<typeof AmendmentReason>

const partTitle = line(1, 120, issueText('TITLE_LENGTH'))
const partAmount = z
  .int(issueText('AMOUNT_REQUIRED'))
  .check(z.gte(1, issueText('AMOUNT_ZERO')), z.lte(MAX_AMOUNT, issueText('AMOUNT_TOO_LARGE')))
/** A change of the plan by a change order. Submitted and approved milestones cannot change. */
export const MilestoneChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ADD'),
    title: partTitle,
    description: z._default(prose(0, 2000, issueText('MAX_CHARACTERS')), ''),
    amount: partAmount,
    dueDate: z.optional(z.nullable(Day)),
  }),
  z.object({
    kind: z.literal('CHANGE'),
    milestoneId: MilestoneId,
    title: z.optional(partTitle),
    amount: z.optional(partAmount),
    dueDate: z.optional(z.nullable(Day)),
  }),
  z.object({ kind: z.literal('REMOVE'), milestoneId: MilestoneId }),
])
export type MilestoneChange = z.infer<typeof MilestoneChange>

export const AmendmentContent = z.object({
  title: line(3, 120, issueText('TITLE_LENGTH')),
  reason: AmendmentReason,
  description: z._default(prose(0, 5000, issueText('MAX_CHARACTERS')), ''),
  /** Signed amounts: a negative unit price is a credit. */
  lines: z._default(z.array(AdjustmentLine).check(z.maxLength(50, issueText('MAX_LINES'))), []),
  milestoneChanges: z._default(z.array(MilestoneChange).check(z.maxLength(40, issueText('MAX_MILESTONE_CHANGES'))), []),
  scheduleImpactDays: z._default(
    z.int(issueText('WHOLE_DAYS')).check(z.gte(-365, issueText('MAX_ONE_YEAR')), z.lte(365, issueText('MAX_ONE_YEAR'))),
    0,
  ),
  photoIds: z._default(z.array(FileId).check(z.maxLength(10, issueText('MAX_PHOTOS'))), []),
})
export type AmendmentContent = z.infer<typeof AmendmentContent>

/** A change order. Until APPROVED nothing in it is agreed: "Not agreed — do not start". */
export const Amendment = z.object({
  id: AmendmentId,
  /** `CO-1`, numbered within the contract. */
  number: z.string(),
  status: AmendmentStatus,
  author: Side,
  ...AmendmentContent.shape,
  lines: z.array(CalculatedLine),
  /** Change of the contract's total. */
  total: Money,
  /** Hash of the whole content, which is what gets signed. */
  contentHash: z.string(),
  signatures: z.array(Signature),
  /** The contract version it led to. */
  versionNumber: z.nullable(z.int()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
  decidedAt: z.nullable(Instant),
  /** Note with the answer. */
  answerNote: z.nullable(z.string()),
  allowedActions: z.array(AmendmentAction),
})
export type Amendment = z.infer<typeof Amendment>

export const HoldReason = z.enum(holdReasons, issueText('REASON_REQUIRED'))
export type HoldReason = z.infer<typeof HoldReason>

export const Hold = z.object({
  by: Side,
  reasonCode: HoldReason,
  note: z.nullable(z.string()),
  since: Instant,
  /** Day on which work resumes automatically. */
  until: z.nullable(Day),
})
export type Hold = z.infer<typeof Hold>

export const TerminationReason = z.enum(terminationReasons, issueText('REASON_REQUIRED'))
export type TerminationReason = z.infer<typeof TerminationReason>

const PERCENT = issueText('PERCENT_RANGE', { min: 0, max: 100 })
/** The share of an open milestone that is done. A milestone left out counts as not started. */
export const SettlementInput = z.object({
  milestoneId: MilestoneId,
  percentDone: z.int(PERCENT).check(z.gte(0, PERCENT), z.lte(100, PERCENT)),
})
export type SettlementInput = z.infer<typeof SettlementInput>

export const Termination = z.object({
  status: z.enum(['PROPOSED', 'CONTESTED', 'ACCEPTED', 'WITHDRAWN', 'LAPSED']),
  by: Side,
  reasonCode: TerminationReason,
  note: z.nullable(z.string()),
  /** The end as proposed, for the record: the contract ends when the proposal is accepted. */
  effectiveDate: Day,
  settlement: z.array(
    z.object({ milestoneId: MilestoneId, title: z.string(), percentDone: z.int(), amount: Money, of: Money }),
  ),
  /** Amount to pay for the open milestones. */
  settledTotal: Money,
  proposedAt: Instant,
  /** After this an operator decides. */
  answerBy: Instant,
  decidedAt: z.nullable(Instant),
  decidedBy: z.nullable(z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM'])),
  answerNote: z.nullable(z.string()),
})
export type Termination = z.infer<typeof Termination>
