import * as z from 'zod/mini'
import { issueText } from '../core/issue-text.ts'

/** Contract between the product and its notification service. Clients use Novu's protocol. */

export const inboxSeverities = ['high', 'medium', 'low', 'none'] as const
export type InboxSeverity = (typeof inboxSeverities)[number]

/**
 * Novu's channels and `desktop`, which an open page shows beside the inbox. Novu's clients pass it through and show
 * only the five they know.
 */
export const inboxChannels = ['email', 'sms', 'in_app', 'chat', 'push', 'desktop'] as const
export type InboxChannel = (typeof inboxChannels)[number]
export type ChannelPreferences = Partial<Record<InboxChannel, boolean>>

/** A kind of notification, declared by the product. */
export interface NotificationWorkflow {
  /** Used in URLs, so it must be path-safe. */
  identifier: string
  name: string
  /** Cannot be switched off and is hidden in the preferences unless requested. */
  critical: boolean
  tags: string[]
  severity: InboxSeverity
  /** Available channels and their defaults. */
  channels: ChannelPreferences
  /** Channels that cannot be switched off. */
  always?: readonly InboxChannel[]
}

/**
 * Target of a notification: a path of this site or a web address. Clients drop anything else over the socket but accept
 * it over HTTP, so it is validated at the source.
 */
export const RedirectUrl = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^(?:https?:\/\/[^\s/$.?#][^\s{}]*|\/(?!\/)[^\s{}]*)$/, issueText('REDIRECT_INVALID')),
  )

export const RedirectTarget = z.enum(['_self', '_blank', '_parent', '_top', '_unfencedTop'])
export type RedirectTarget = z.infer<typeof RedirectTarget>

export interface NotificationRedirect {
  url: string
  /** Defaults to `_self`. */
  target?: RedirectTarget
}

export interface NotificationAction {
  label: string
  redirect?: NotificationRedirect
}

/** A notification to store in a subscriber's inbox. */
export interface NotificationTrigger {
  subscriberId: string
  contextKeys?: readonly string[]
  /** Idempotency id: the same transaction is stored once. Defaults to a new one. */
  transactionId?: string
  /** The declared workflow, which supplies tags, severity and the subscriber's preferences. */
  workflow?: string
  /** Language of its texts. Becomes the subscriber's language. */
  locale?: string
  subject?: string
  body: string
  avatar?: string
  tags?: string[]
  data?: Record<string, unknown>
  severity?: InboxSeverity
  redirect?: NotificationRedirect
  primaryAction?: NotificationAction
  secondaryAction?: NotificationAction
  /**
   * In milliseconds: a notification of the same workflow about the same object (`type` and `id` in `data`) within this
   * time is merged with the earlier one and shown as new.
   */
  mergeWithin?: number
  /** The matter was resolved before delivery: its primary action is shown as done. */
  isCompleted?: boolean
}

/** Notifications of a workflow about one object (named in their data), in these transactions. */
export interface NotificationObject {
  workflow: string
  type: string
  id: string
  transactionIds: readonly string[]
}

export interface InboxAccess {
  applicationIdentifier: string
  /** HMAC that proves that the product vouches for this subscriber. */
  subscriberHash: string
  apiUrl: string
  socketUrl: string
  /** Null where the client knows it. */
  socketPath: string | null
}

/** The notification service as other server code uses it. `T` is the caller's transaction. */
export interface NotificationService {
  /**
   * Credentials with which the official client opens somebody's inbox from a login session. `origin` is the address the
   * caller used.
   */
  access(subscriberId: string, sessionId: string, origin: string): InboxAccess
  /** Declares workflows. Must run before the first notification is sent. */
  declare(workflows: readonly NotificationWorkflow[]): void
  /** Stores a notification and publishes it. Returns its id, or undefined when preferences suppress it. */
  trigger(notification: NotificationTrigger): Promise<string | undefined>
  /** Marks the notifications of a workflow about an object as done. Idempotent. */
  complete(subscriberId: string, about: NotificationObject): Promise<void>
  /**
   * Replaces the texts of notifications that are stored already, found by their transaction, where the service keeps
   * texts that can be changed. Idempotent.
   */
  translate(subscriberId: string, notifications: readonly NotificationTrigger[]): Promise<void>
  /**
   * The earliest time a notification may be delivered over a channel the product serves itself. Undefined when it may
   * not, or when the service delivers it. `timeZone` applies to quiet hours.
   */
  deliverableFrom(
    subscriberId: string,
    workflow: string,
    channel: InboxChannel,
    timeZone: string,
  ): Promise<Date | undefined>
  /** Switches a channel on or off for workflows like a preference; critical workflows are unaffected. Idempotent. */
  setChannel(subscriberId: string, channel: InboxChannel, workflows: readonly string[], on: boolean): Promise<void>
  /** A subscriber's preferences in the service's own format, for the data export. */
  listPreferences(subscriberId: string): Promise<unknown>
  /** Deletes all data of a subscriber. Idempotent. */
  deleteSubscriber(subscriberId: string): Promise<void>
}
