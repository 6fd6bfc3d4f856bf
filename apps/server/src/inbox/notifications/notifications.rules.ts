import {
  RedirectUrl,
  type NotificationAction,
  type InboxSeverity,
  type NotificationRedirect,
} from '@fettle/protocol/notifications/inbox'
import * as z from 'zod/mini'
import { toIsoOrNull } from '../../platform/locale/to-iso-or-null.ts'
import type { Subscriber } from '../sessions/subscribers.store.ts'
import { toWorkflowView, type Workflows } from '../workflows.ts'
import { InboxError, invalidInput } from '../errors.ts'

export type ActionType = 'primary' | 'secondary'

/** A notification as stored. */
export interface NotificationRow {
  subscriber_id: string
  id: string
  context: string
  transaction_id: string
  workflow: string | null
  subject: string | null
  body: string
  avatar: string | null
  tags: string[]
  data: Record<string, unknown>
  severity: InboxSeverity
  redirect: NotificationRedirect | null
  primary_action: NotificationAction | null
  secondary_action: NotificationAction | null
  completed_action: ActionType | null
  created_at: Date
  delivered_at: Date[]
  read_at: Date | null
  seen_at: Date | null
  archived_at: Date | null
  snoozed_until: Date | null
}

const MIN_SNOOZE_MS = 60 * 1000
export const MAX_SNOOZE_HOURS = 90 * 24

/** A link that clients accept over socket and HTTP. */
export function toRedirect({ url, target }: NotificationRedirect): NotificationRedirect {
  if (!z.safeParse(RedirectUrl, url).success) throw invalidInput(`"${url}" is neither http(s) nor a path of this site.`)
  return { url, target: target ?? '_self' }
}

/** Validates the time of a snooze. Throws an InboxError. */
export function snoozeUntil(snoozedUntil: unknown, now: Date): Date {
  const until = new Date(typeof snoozedUntil === 'string' ? snoozedUntil : Number.NaN)
  if (Number.isNaN(until.getTime())) throw invalidInput('snoozeUntil must be an ISO date and time.')
  const aheadMs = until.getTime() - now.getTime()
  if (aheadMs < MIN_SNOOZE_MS) throw invalidInput('snoozeUntil must be at least 60 seconds ahead.')
  if (aheadMs > MAX_SNOOZE_HOURS * 60 * 60 * 1000) {
    throw new InboxError(402, `A notification can be snoozed for at most ${MAX_SNOOZE_HOURS} hours.`)
  }
  return until
}

/** The action of a call. Throws if the notification has no such button. */
export function openAction(row: NotificationRow, actionType: unknown): ActionType {
  if (actionType !== 'primary' && actionType !== 'secondary')
    throw invalidInput('actionType must be primary or secondary.')
  if (!row[`${actionType}_action`]) throw new InboxError(400, `This notification has no ${actionType} action.`)
  return actionType
}

/** The format of HTTP answers. */
export function toView(row: NotificationRow, subscriber: Subscriber | undefined, workflows: Workflows) {
  const workflow = row.workflow === null ? undefined : workflows.get(row.workflow)
  const { id: subscriberKey, ...person } = subscriber ?? { id: row.subscriber_id }
  return {
    id: row.id,
    transactionId: row.transaction_id,
    ...present({ subject: row.subject, avatar: row.avatar, redirect: row.redirect }),
    body: row.body,
    to: { id: subscriberKey, subscriberId: row.subscriber_id, ...present(person) },
    isRead: row.read_at !== null,
    isSeen: row.seen_at !== null,
    isArchived: row.archived_at !== null,
    isSnoozed: row.snoozed_until !== null,
    snoozedUntil: toIsoOrNull(row.snoozed_until),
    deliveredAt: row.delivered_at.map((at) => at.toISOString()),
    createdAt: row.created_at.toISOString(),
    readAt: toIsoOrNull(row.read_at),
    firstSeenAt: toIsoOrNull(row.seen_at),
    archivedAt: toIsoOrNull(row.archived_at),
    channelType: 'in_app',
    tags: row.tags,
    data: row.data,
    severity: row.severity,
    ...present({ primaryAction: actionView(row, 'primary'), secondaryAction: actionView(row, 'secondary') }),
    ...(workflow ? { workflow: toWorkflowView(workflow) } : {}),
  }
}

function actionView(row: NotificationRow, type: ActionType) {
  const action = row[`${type}_action`]
  return action && { ...action, isCompleted: row.completed_action === type }
}

/** The format of the socket: the protocol's stored one, which clients convert. */
export function toMessage(row: NotificationRow, subscriber: Subscriber | undefined, workflows: Workflows) {
  const { id, body, isRead, isSeen, isArchived, readAt, firstSeenAt, channelType, to, ...rest } = toView(
    row,
    subscriber,
    workflows,
  )
  const { isSnoozed: _, redirect: __, primaryAction: ___, secondaryAction: ____, ...shared } = rest
  const { id: subscriberKey, ...person } = to
  return {
    ...shared,
    _id: id,
    content: body,
    channel: channelType,
    read: isRead,
    seen: isSeen,
    archived: isArchived,
    lastReadDate: readAt,
    firstSeenDate: firstSeenAt,
    subscriber: { _id: subscriberKey, ...person },
    cta: {
      data: row.redirect ?? {},
      action: {
        status: row.completed_action ? 'done' : 'pending',
        ...(row.completed_action ? { result: { type: row.completed_action } } : {}),
        buttons: (['primary', 'secondary'] as const).flatMap((type) => {
          const action = row[`${type}_action`]
          return action ? [{ type, content: action.label, ...action.redirect }] : []
        }),
      },
    },
  }
}

/** Removes undefined members. */
function present<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
