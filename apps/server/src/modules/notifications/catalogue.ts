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

/** Every kind of notification as data. Its words are in `texts`, under the same name. */

/**
 * What each kind has to be told to be put into words: facts and never words, since nobody knows yet in which language it
 * will be read. Instants are ISO texts, amounts are money, and what is one of a list is its code.
 */
export type Params = BookingParams &
  OfferParams &
  ContractParams &
  DisputeParams &
  EarningsParams &
  AccountParams &
  SupportParams

export type WorkflowId = keyof Params

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

/** The severities the notification service knows: what is critical is high, and cannot be switched off. */
export const toInboxSeverity = (severity: NotificationSeverity): InboxSeverity =>
  ({ LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'high' } as const)[severity]

/** The catalogue as the notification service is told it. In the inbox everything is shown, whatever is chosen. */
export function toInboxWorkflows(): NotificationWorkflow[] {
  return workflowIds.map((identifier) => {
    const { name, severity, tags } = catalogue[identifier]
    return {
      identifier,
      name,
      critical: severity === 'CRITICAL',
      tags: [...tags],
      severity: toInboxSeverity(severity),
      // What is of low importance is gathered into one mail a day, wakes no phone and waits in the inbox of an open page.
      channels: { in_app: true, email: true, ...(severity === 'LOW' ? {} : { desktop: true, push: true }) },
      always: ['in_app'],
    }
  })
}
