import * as z from 'zod/mini'

/** What the product and its notification service agree on. The clients' side of it is Novu's protocol. */

export const inboxSeverities = ['high', 'medium', 'low', 'none'] as const
export type InboxSeverity = (typeof inboxSeverities)[number]

/** Novu's own, and `desktop`: what an open page shows beside the inbox. Novu's clients pass it through and show the five they know. */
export const inboxChannels = ['email', 'sms', 'in_app', 'chat', 'push', 'desktop'] as const
export type InboxChannel = (typeof inboxChannels)[number]
export type ChannelPreferences = Partial<Record<InboxChannel, boolean>>

/** A kind of notification, as the product declares it. */
export interface NotificationWorkflow {
  /** Path-safe: it stands in addresses. */
  identifier: string
  name: string
  /** Cannot be switched off and is left out of the preferences, unless asked for. */
  critical: boolean
  tags: string[]
  severity: InboxSeverity
  /** The channels it has, and whether each is on for somebody who chose nothing. */
  channels: ChannelPreferences
  /** Channels that stay on whatever is chosen. */
  always?: readonly InboxChannel[]
}

/**
 * What a notification may lead to: a path of this site or an address of the web. The clients drop anything else that
 * comes over the socket and take it over HTTP, so it is judged at the source, for both.
 */
export const RedirectUrl = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^(?:https?:\/\/[^\s/$.?#][^\s{}]*|\/(?!\/)[^\s{}]*)$/, 'Use a path or an http(s) address.'),
  )

export const RedirectTarget = z.enum(['_self', '_blank', '_parent', '_top', '_unfencedTop'])
export type RedirectTarget = z.infer<typeof RedirectTarget>

export interface NotificationRedirect {
  url: string
  /** `_self` unless given. */
  target?: RedirectTarget
}

export interface NotificationAction {
  label: string
  redirect?: NotificationRedirect
}

/** What a product sends to somebody's inbox. */
export interface NotificationTrigger {
  subscriberId: string
  contextKeys?: readonly string[]
  /** The same transaction is stored once, however often it is sent. A new one unless given. */
  transactionId?: string
  /** A declared workflow gives tags, severity and what the subscriber may switch off. */
  workflow?: string
  /** The language its words are in, and its subscriber's from now on. */
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
   * Said of the same object (`type` and `id` in `data`) by the same workflow at most this many milliseconds ago, it
   * becomes one notification, shown anew.
   */
  mergeWithin?: number
  /** The matter was settled before it could be told: its primary action is shown as done. */
  isCompleted?: boolean
}

/** What was said: by a workflow, about the object its data names, in these transactions. */
export interface NotificationObject {
  workflow: string
  type: string
  id: string
  transactionIds: readonly string[]
}

export interface InboxAccess {
  applicationIdentifier: string
  /** Proves to the service that the product sent this subscriber. */
  subscriberHash: string
  apiUrl: string
  socketUrl: string
  /** Null where the client knows by itself. */
  socketPath: string | null
}

/** The notification service as the rest of the server sees it. `T` is a transaction of the caller. */
export interface NotificationService<T> {
  /**
   * What the official client is given to open somebody's inbox from one of their login sessions; `origin` is where
   * the caller reached us.
   */
  access(subscriberId: string, sessionId: string, origin: string): InboxAccess
  /** Declares kinds of notifications, before the first is sent. */
  declare(workflows: readonly NotificationWorkflow[]): void
  /** Stores a notification and announces it once committed; answers its id, or undefined when it is not wanted. */
  trigger(tx: T | undefined, notification: NotificationTrigger): Promise<string | undefined>
  /** Shows as done what a workflow said about an object. Safe to run twice. */
  complete(subscriberId: string, about: NotificationObject): Promise<void>
  /**
   * From when on what a workflow says may go to somebody over a channel the product serves itself; undefined when it
   * may not, or when the service sends it. `timeZone` is where their quiet hours are read.
   */
  deliverableFrom(
    subscriberId: string,
    workflow: string,
    channel: InboxChannel,
    timeZone: string,
  ): Promise<Date | undefined>
  /** Switches a channel on or off for workflows, as their preferences would; critical ones stay as they are. Safe to run twice. */
  setChannel(subscriberId: string, channel: InboxChannel, workflows: readonly string[], on: boolean): Promise<void>
  /** Deletes everything of somebody who has left. Safe to run twice. */
  deleteSubscriber(subscriberId: string): Promise<void>
}
