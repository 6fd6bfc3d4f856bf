import * as z from 'zod/mini'
import { ContractId, MilestoneId } from '../contracts/content.ts'
import { prose } from '../core/values.ts'
import { actingCustomer, OnBehalf } from './acting-customer.ts'
import { actOnContract } from './contracts.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers' answers to milestones of a contract. */

const milestoneParams = z.object({ id: ContractId, milestoneId: MilestoneId })

export const approveMilestone = actOnContract('approveMilestone', {
  segment: 'milestones/:milestoneId/approve',
  summary: 'Approve a milestone as the customer. It is invoiced and earned.',
  params: milestoneParams,
  body: z.object({ ...actingCustomer, onBehalf: z.optional(OnBehalf) }),
})

export const requestMilestoneChanges = actOnContract('requestMilestoneChanges', {
  segment: 'milestones/:milestoneId/request-changes',
  summary: 'Send a milestone back as the customer. Allowed three times.',
  params: milestoneParams,
  body: z.object({
    ...actingCustomer,
    note: prose(1, 2000, issueText('CHANGE_REQUEST_LENGTH')),
    onBehalf: z.optional(OnBehalf),
  }),
  errors: ['CHANGES_LIMIT'],
})
