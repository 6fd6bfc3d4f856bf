import * as z from 'zod/mini'
import { ContractId, MilestoneId } from '../contracts/content.ts'
import { prose } from '../core/values.ts'
import { actingCustomer, OnBehalf } from './acting-customer.ts'
import { actOnContract } from './contracts.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' answers to milestones of a contract. */

const milestoneParams = z.object({ id: ContractId, milestoneId: MilestoneId })

export const approveMilestone = actOnContract(
  'approveMilestone',
  'milestones/:milestoneId/approve',
  'Approve a milestone as the customer. It is invoiced and earned.',
  milestoneParams,
  z.object({ ...actingCustomer, onBehalf: z.optional(OnBehalf) }),
)

export const requestMilestoneChanges = actOnContract(
  'requestMilestoneChanges',
  'milestones/:milestoneId/request-changes',
  'Send a milestone back as the customer. Allowed three times.',
  milestoneParams,
  z.object({
    ...actingCustomer,
    note: prose(1, 2000, issueText('CHANGE_REQUEST_LENGTH')),
    onBehalf: z.optional(OnBehalf),
  }),
  ['CHANGES_LIMIT'],
)
