import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { RedirectTarget, RedirectUrl } from './inbox.ts'

/** What the Novu client needs to open the signed-in provider's inbox. */
export const getNotificationSession = operation({
  name: 'notifications.session',
  method: 'GET',
  path: '/v2/notifications/session',
  audience: 'account',
  summary: 'Where the inbox is and who is subscribed, with the hash that proves it.',
  returns: z.object({
    applicationIdentifier: z.string(),
    subscriberId: z.string(),
    subscriberHash: z.string(),
    apiUrl: z.string(),
    socketUrl: z.string(),
    /** Where the socket answers at `socketUrl`; null where the client knows by itself. */
    socketPath: z.nullable(z.string()),
  }),
  errors: [],
})

const Redirect = z.union([RedirectUrl, z.object({ url: RedirectUrl, target: z.optional(RedirectTarget) })])
const Action = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(60)),
  isCompleted: z.optional(z.boolean()),
  redirect: z.optional(Redirect),
})

/** Stores notifications and announces each: for tests and demos, where `/dev/outbox` exists. */
export const devNotify = operation({
  name: 'dev.notify',
  method: 'POST',
  path: '/dev/notify',
  audience: 'development',
  summary: 'Seed the inbox of a subscriber.',
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
  errors: [],
})
