import * as z from 'zod/mini'
import {
  disputeFlow,
  disputeReasonCodes,
  disputeStatuses,
  disputeSubjects,
  disputeUpdates,
  type DisputeTransitionName,
  type DisputeUpdate,
} from './flow.ts'
import { issueText } from '../core/issue-text.ts'

/** Schemas of a dispute's states, actions, subjects and reasons. */

export const DisputeStatus = z.enum(disputeStatuses)
export type DisputeStatus = z.infer<typeof DisputeStatus>

export const DisputeAction = z.enum([
  ...new Set([
    ...(Object.keys(disputeFlow.transitions) as DisputeTransitionName[]),
    ...(Object.keys(disputeUpdates) as DisputeUpdate[]),
  ]),
] as [DisputeTransitionName | DisputeUpdate, ...(DisputeTransitionName | DisputeUpdate)[]])
export type DisputeAction = z.infer<typeof DisputeAction>

export const DisputeSubjectType = z.enum(disputeSubjects, issueText('DISPUTE_REASON_REQUIRED'))
export type DisputeSubjectType = z.infer<typeof DisputeSubjectType>

export const DisputeReason = z.enum(disputeReasonCodes, issueText('REASON_REQUIRED'))
export type DisputeReason = z.infer<typeof DisputeReason>
