import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isSameJson } from '../../../lib/is-same-json.ts'

type Content = ContractDocument['content']

/** Labels of a contract's sections, in reading order. */
export const sectionLabels = {
  title: msg`Title`,
  scopeOfWork: msg`The work`,
  exclusions: msg`Not included`,
  siteAddress: msg`Where`,
  startDate: msg`Start date`,
  endDate: msg`End date`,
  totalAmount: msg`Total`,
  milestones: msg`Milestones`,
  retentionBps: msg`Held back until completion`,
  paymentTerms: msg`Payment`,
  materialsBy: msg`Materials`,
  warranty: msg`Warranty`,
  cancellationPolicy: msg`Cancellation`,
  coolingOffDays: msg`Days to withdraw`,
  terms: msg`Terms`,
  attachments: msg`Attachments`,
} satisfies Partial<Record<keyof Content, MessageDescriptor>>
type ContractSection = keyof typeof sectionLabels

/** Lists the sections in which two versions differ. */
export const changedSections = (before: Content, after: Content): ContractSection[] =>
  (Object.keys(sectionLabels) as ContractSection[]).filter((part) => !isSameJson(before[part], after[part]))
