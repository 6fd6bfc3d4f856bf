import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { effectsOf, resolveFor, type NotificationRequest, type RecordEffects } from '../notifications/index.ts'
import type { AuditNote } from './history/audit.store.ts'
import type { Contract } from './contract.types.ts'

/** The effects of contract transitions: domain events, audit notes, system messages and notifications. */

interface ContractEvent {
  /** Event name in the timeline and the feed. */
  event: string
  data?: Record<string, unknown>
  visibility?: 'BOTH' | 'PROVIDER'
}

export interface ContractEffects extends RecordEffects {
  events: readonly ContractEvent[]
  /** Entries of the audit trail. */
  auditNotes: readonly AuditNote[]
}

export const { deliver, postSystemMessage, toNotification } = effectsOf(
  'contract',
  ({ customer, title, reference }: Contract) => ({
    customerName: customer.name,
    customerId: customer.id,
    title,
    reference,
  }),
)

/** Resolves the notifications whose request has been answered or can no longer be answered. */
export async function resolveStaleNotifications(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  before: Contract,
  after: Contract,
): Promise<void> {
  const subject = { type: 'contract', id: after.id } as const
  const resolve = (workflow: NotificationRequest['workflow']) => resolveFor(deps, tx, subject, workflow)
  if (before.status !== after.status) {
    if (before.status === 'CHANGES_REQUESTED') await resolve('contract-changes-requested')
    if (before.status === 'PENDING_SIGNATURES') await resolve('contract-sign-expiring')
  }
  const isAsked = ({ termination }: Contract) => termination?.status === 'PROPOSED' && termination.by === 'CUSTOMER'
  if (isAsked(before) && !isAsked(after)) await resolve('termination-proposed')
  const waits = ({ amendments }: Contract) =>
    amendments.some(({ author, status }) => author === 'CUSTOMER' && status === 'PENDING')
  if (waits(before) && !waits(after)) await resolve('change-order-received')
  const isBack = ({ milestones }: Contract) => milestones.some(({ status }) => status === 'CHANGES_REQUESTED')
  if (isBack(before) && !isBack(after)) await resolve('milestone-changes')
}

/** `CT-2026-000007, New bathroom` */
export const describeContract = ({ reference, title }: Contract): SystemMessageContent =>
  title
    ? { code: 'reference-and-title', params: { reference, title } }
    : { code: 'untitled-contract', params: { reference } }
