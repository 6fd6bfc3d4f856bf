import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { RedirectTarget, RedirectUrl } from './inbox.ts'
import { issueText } from '../core/issue-text.ts'

/** Credentials for the Novu client of the signed-in provider. */
export const getNotificationSession = operation({
  name: 'notifications.session',
  method: 'GET',
  path: '/v2/notifications/session',
  audience: 'account',
  summary: 'Get the address of the inbox and the subscriber id, with the hash that proves it.',
  returns: z.object({
    applicationIdentifier: z.string(),
    subscriberId: z.string(),
    subscriberHash: z.string(),
    apiUrl: z.string(),
    socketUrl: z.string(),
    /** Path of the socket at `socketUrl`. Null where the client knows it. */
    socketPath: z.nullable(z.string()),
  }),
})

/** A browser's key or secret, base64url-encoded. */
const key = (bytes: number) => {
  const length = Math.ceil((bytes * 8) / 6)
  return z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), issueText('PUSH_KEY_INVALID')))
}

/** A browser's push subscription (Push API): the endpoint and the encryption keys. */
export const PushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/\S+$/, issueText('PUSH_ADDRESS_INVALID'))),
  keys: z.object({
    /** Public key of the browser, P-256 uncompressed: 65 bytes. */
    p256dh: key(65),
    /** Shared secret: 16 bytes. */
    auth: key(16),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export const getPushAccess = operation({
  name: 'notifications.push',
  method: 'GET',
  path: '/v2/notifications/push',
  audience: 'account',
  summary: 'Get the key for browser push subscriptions. null: push is not configured.',
  returns: z.object({ publicKey: z.nullable(z.string()) }),
})

export const subscribeToPush = operation({
  name: 'notifications.subscribe',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/notifications/push-subscriptions',
  audience: 'account',
  summary: 'Subscribe this browser to push notifications for the rest of this session.',
  body: PushSubscription,
  status: 201,
  returns: z.object({ endpoint: z.string() }),
  errors: ['NOT_FOUND'],
})

export const unsubscribeFromPush = operation({
  name: 'notifications.unsubscribe',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/notifications/push-subscriptions/remove',
  audience: 'account',
  summary: 'Unsubscribe this browser from push notifications. Safe to repeat.',
  body: z.object({ endpoint: z.string().check(z.maxLength(2000)) }),
  returns: z.object({ removed: z.boolean() }),
})

const Redirect = z.union([RedirectUrl, z.object({ url: RedirectUrl, target: z.optional(RedirectTarget) })])
const Action = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(60)),
  isCompleted: z.optional(z.boolean()),
  redirect: z.optional(Redirect),
})

/** Stores and publishes notifications, for tests and demos where `/dev/outbox` exists. */
export const devNotify = operation({
  name: 'dev.notify',
  method: 'POST',
  path: '/dev/notify',
  audience: 'development',
  summary: 'Fill the inbox of a subscriber with sample notifications.',
  body: z.object({
    subscriberId: z.string().check(z.minLength(1), z.maxLength(200)),
    notifications: z
      .array(
        z.object({
          subject: z.string().check(z.minLength(1), z.maxLength(200)),
          body: z.string().check(z.maxLength(2000)),
          tags: z.optional(z.array(z.string().check(z.maxLength(256)))),
          data: z.optional(z.record(z.string(), z.unknown())),
          severity: z.optional(z.enum(['high', 'medium', 'low', 'none'])),
          avatar: z.optional(z.string().check(z.maxLength(2000))),
          redirect: z.optional(Redirect),
          primaryAction: z.optional(Action),
          secondaryAction: z.optional(Action),
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  status: 201,
  returns: z.object({ ids: z.array(z.string()) }),
})
