import * as z from 'zod/mini'
import { Location } from '../bookings/index.ts'
import { CancellationPolicyName } from '../bookings/cancellations.ts'
import { Day, FileId, idOf, line, prose } from '../core/values.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { materialsBy } from '../offers/constants.ts'
import { issueText } from '../core/issue-text.ts'
import { MAX_MILESTONES, MAX_CONTRACT_FILES, MAX_COOLING_OFF_DAYS } from './constants.ts'

/**
 * Content of a contract. A draft may be incomplete, a signed version may not. Both have the same shape, so that forms,
 * templates and versions share it.
 */

export const ContractId = idOf('ctr')
export const MilestoneId = idOf('mil')
export const ContractTemplateId = idOf('ctt')

const AMOUNT = issueText('AMOUNT_TOO_SMALL', { min: 0 })
const amount = z.int(AMOUNT).check(z.gte(0, AMOUNT), z.lte(MAX_AMOUNT, issueText('AMOUNT_TOO_LARGE')))
const intUpTo = (max: number, message: string) => z.int(message).check(z.gte(0, message), z.lte(max, message))

const milestoneFields = {
  /** Assigned on first save and then stable: change orders and payments refer to it. */
  id: z.optional(MilestoneId),
  description: z._default(prose(0, 2000, issueText('MAX_CHARACTERS')), ''),
  amount: z._default(amount, 0),
  dueDate: z.optional(z.nullable(Day)),
}
const milestoneTitle = (min: number) => line(min, 120, issueText('TITLE_LENGTH', { min: 1 }))
export const MilestoneDraft = z.object({ ...milestoneFields, title: z._default(milestoneTitle(0), '') })
export type MilestoneDraft = z.infer<typeof MilestoneDraft>

export const PaymentTerms = z.object({
  /** Days until an invoice is due. */
  dueDays: intUpTo(60, issueText('DAYS_RANGE', { min: 0, max: 60 })),
  /** Late fee per month. */
  lateFeeBps: intUpTo(5000, issueText('LATE_FEE_RANGE', { min: 0, max: 50 })),
})
export const Warranty = z.object({
  months: intUpTo(120, issueText('MONTHS_RANGE', { min: 0, max: 120 })),
  text: prose(0, 2000, issueText('MAX_CHARACTERS')),
})
export const ContractTerms = z.object({
  templateId: z.nullable(ContractTemplateId),
  templateVersion: z.nullable(z.int()),
  text: prose(0, 20_000, issueText('MAX_CHARACTERS')),
})

const title = (min: number) => line(min, 120, issueText('TITLE_LENGTH', { min: 3 }))
const fields = {
  title: title(0),
  scopeOfWork: prose(0, 20_000, issueText('MAX_CHARACTERS')),
  exclusions: prose(0, 5000, issueText('MAX_CHARACTERS')),
  siteAddress: z.nullable(Location),
  startDate: z.nullable(Day),
  endDate: z.nullable(Day),
  /** In minor units of the contract's currency. */
  totalAmount: amount,
  /** Retained from every milestone until all work is done. */
  retentionBps: intUpTo(1000, issueText('RETENTION_RANGE', { min: 0, max: 10 })),
  milestones: z.array(MilestoneDraft).check(z.maxLength(MAX_MILESTONES, issueText('MAX_MILESTONES'))),
  /** A milestone starts only after the previous one is approved. */
  sequential: z.boolean(),
  paymentTerms: PaymentTerms,
  materialsBy: z.enum(materialsBy),
  warranty: Warranty,
  /** An approved insurance certificate of the provider. */
  insuranceDocumentId: z.nullable(idOf('doc')),
  cancellationPolicy: CancellationPolicyName,
  coolingOffDays: intUpTo(MAX_COOLING_OFF_DAYS, issueText('DAYS_RANGE', { min: 0, max: MAX_COOLING_OFF_DAYS })),
  terms: ContractTerms,
  attachments: z.array(FileId).check(z.maxLength(MAX_CONTRACT_FILES, issueText('MAX_FILES'))),
}

/** The changed fields of a draft. */
export const ContractPatch = z.partial(z.object(fields))
export type ContractPatch = z.infer<typeof ContractPatch>

/** An unfinished draft: names, dates and amounts may be missing. */
export const ContractDraft = z.object({
  title: z._default(fields.title, ''),
  scopeOfWork: z._default(fields.scopeOfWork, ''),
  exclusions: z._default(fields.exclusions, ''),
  siteAddress: z._default(fields.siteAddress, null),
  startDate: z._default(fields.startDate, null),
  endDate: z._default(fields.endDate, null),
  totalAmount: z._default(fields.totalAmount, 0),
  retentionBps: z._default(fields.retentionBps, 0),
  milestones: z._default(fields.milestones, []),
  sequential: z._default(fields.sequential, false),
  paymentTerms: z._default(fields.paymentTerms, { dueDays: 7, lateFeeBps: 0 }),
  materialsBy: z._default(fields.materialsBy, 'PROVIDER'),
  warranty: z._default(fields.warranty, { months: 0, text: '' }),
  insuranceDocumentId: z._default(fields.insuranceDocumentId, null),
  cancellationPolicy: z._default(fields.cancellationPolicy, 'STANDARD'),
  coolingOffDays: z._default(fields.coolingOffDays, 0),
  terms: z._default(fields.terms, { templateId: null, templateVersion: null, text: '' }),
  attachments: z._default(fields.attachments, []),
})
export type ContractDraft = z.infer<typeof ContractDraft>
