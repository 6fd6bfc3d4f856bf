import * as z from 'zod/mini'
import {
  amendmentFlow,
  amendmentStatuses,
  contractStatuses,
  contractTransitionNames,
  contractUpdates,
  milestoneFlow,
  milestoneStatuses,
  type milestoneUpdates,
  type AmendmentTransitionName,
  type ContractUpdate,
  type MilestoneTransitionName,
} from './flow.ts'

/** Schemas of the states and actions of contracts, milestones and change orders. */

export const ContractStatus = z.enum(contractStatuses)
export type ContractStatus = z.infer<typeof ContractStatus>

export const ContractAction = z.enum([
  ...new Set([...contractTransitionNames, ...(Object.keys(contractUpdates) as ContractUpdate[])]),
])
export type ContractAction = z.infer<typeof ContractAction>

export const MilestoneStatus = z.enum(milestoneStatuses)
export type MilestoneStatus = z.infer<typeof MilestoneStatus>

export type MilestoneAction = MilestoneTransitionName | keyof typeof milestoneUpdates
export const MilestoneAction = z.enum([
  ...(Object.keys(milestoneFlow.transitions) as [MilestoneTransitionName, ...MilestoneTransitionName[]]),
  'dispute',
])

export const AmendmentStatus = z.enum(amendmentStatuses)
export type AmendmentStatus = z.infer<typeof AmendmentStatus>

export const AmendmentAction = z.enum([
  ...(Object.keys(amendmentFlow.transitions) as [AmendmentTransitionName, ...AmendmentTransitionName[]]),
  'edit',
])
export type AmendmentAction = z.infer<typeof AmendmentAction>
