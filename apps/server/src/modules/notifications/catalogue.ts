import type { InboxSeverity, NotificationWorkflow } from '@fettle/protocol/notifications/inbox'
import { account, type AccountParams } from './kinds/account.ts'
import { bookings, type BookingParams } from './kinds/bookings.ts'
import { contracts, type ContractParams } from './kinds/contracts.ts'
import { disputes, type DisputeParams } from './kinds/disputes.ts'
import { earnings, type EarningsParams } from './kinds/earnings.ts'
import type { NotificationKinds, NotificationSeverity } from './kinds/kind.ts'
import { offers, type OfferParams } from './kinds/offers.ts'
import { support, type SupportParams } from './kinds/support.ts'

export type { NotificationSubject } from './kinds/kind.ts'

/**
 * The params of every kind of notification. They hold facts, never text, because the reader's language is not known
 * yet: instants as ISO strings, amounts as money, enumerations as codes.
 */
export type Params = BookingParams &
  OfferParams &
  ContractParams &
  DisputeParams &
  EarningsParams &
  AccountParams &
  SupportParams

export type WorkflowId = keyof Params

/** Every kind of notification as data. Its texts are in `notifications.messages.ts` under the same name. */
export const catalogue: NotificationKinds<Params> = {
  ...bookings,
  ...offers,
  ...contracts,
  ...disputes,
  ...earnings,
  ...account,
  ...support,
}

export const workflowIds = Object.keys(catalogue) as WorkflowId[]

/** Severities of the notification service. CRITICAL becomes high and cannot be switched off. */
export const toInboxSeverity = (severity: NotificationSeverity): InboxSeverity =>
  ({ LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'high' } as const)[severity]

/** The catalogue for the notification service. The inbox always shows everything. */
export function toInboxWorkflows(): NotificationWorkflow[] {
  return workflowIds.map((identifier) => {
    const { name, severity, tags } = catalogue[identifier]
    return {
      identifier,
      name,
      critical: severity === 'CRITICAL',
      tags: [...tags],
      severity: toInboxSeverity(severity),
      // Low severity is collected into one mail a day, without push or desktop.
      channels: { in_app: true, email: true, ...(severity === 'LOW' ? {} : { desktop: true, push: true }) },
      always: ['in_app'],
    }
  })
}
