import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Content = ContractDocument['content']

/** What the parts of a contract are called, in the order they are read in. */
export const partLabels = {
  title: msg`Title`,
  scopeOfWork: msg`The work`,
  exclusions: msg`Not included`,
  siteAddress: msg`Where`,
  startDate: msg`Begin`,
  endDate: msg`End`,
  totalAmount: msg`Total`,
  milestones: msg`Milestones`,
  retentionBps: msg`What is held back`,
  paymentTerms: msg`Payment`,
  materialsBy: msg`Materials`,
  warranty: msg`Warranty`,
  cancellationPolicy: msg`Cancellation`,
  coolingOffDays: msg`Days to withdraw`,
  terms: msg`Terms`,
  attachments: msg`Attachments`,
} satisfies Partial<Record<keyof Content, MessageDescriptor>>
type Part = keyof typeof partLabels

/** In which parts two versions differ. */
export const changedParts = (before: Content, after: Content): Part[] =>
  (Object.keys(partLabels) as Part[]).filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
