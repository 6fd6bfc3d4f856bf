import { toIssues, withoutMessages } from '@fettle/protocol'
import * as z from 'zod/mini'
import type { InboxContext } from '../context.ts'
import { InboxError, invalidInput } from '../errors.ts'
import { equalsInConstantTime } from '../../platform/crypto/constant-time.ts'
import { inboxKeyOf, contextHash, readAccess, signToken } from '../identity.ts'
import { MAX_SNOOZE_HOURS } from '../notifications/notifications.rules.ts'
import { countUnread } from '../notifications/notifications.store.ts'
import { readSchedule } from '../preferences/preferences.rules.ts'
import { savePreferences } from '../preferences/preferences.store.ts'
import { ensureSubscriber, updateSubscriber } from './subscribers.store.ts'
import { issueIn } from '../../platform/locale/messages.ts'

const text = z.string().check(z.maxLength(500))
const id = z.string().check(z.trim(), z.minLength(1, 'subscriberId is required.'), z.maxLength(200))
const Person = z.object({
  subscriberId: id,
  firstName: z.nullish(text),
  lastName: z.nullish(text),
  email: z.nullish(text),
  phone: z.nullish(text),
  avatar: z.nullish(z.string().check(z.maxLength(2000))),
  locale: z.nullish(text),
  timezone: z.nullish(text),
  data: z.nullish(z.record(z.string(), z.unknown())),
})

const name = z
  .string()
  .check(z.regex(/^[\w.-]{1,100}$/, 'A context is made of letters, digits, dots, hyphens and underscores.'))
const ContextValue = z.union([name, z.object({ id: name, data: z.optional(z.unknown()) })])

const SessionRequest = z.object({
  applicationIdentifier: z.string(),
  subscriberHash: z.optional(z.string()),
  contextHash: z.optional(z.string()),
  // Clients send an object; older ones a string, or only the id.
  subscriber: z.optional(z.union([Person, id])),
  subscriberId: z.optional(id),
  defaultSchedule: z.optional(z.unknown()),
  context: z.optional(
    z
      .record(name, ContextValue)
      .check(z.refine((contexts) => Object.keys(contexts).length <= 5, 'At most 5 contexts.')),
  ),
})

/** Opens an inbox session. The hash must prove a subscriber and a login session that is still open. */
export async function openSession(inbox: InboxContext, body: unknown) {
  const { clock, db, ids, secret } = inbox
  const request = readRequest(body)
  const subscriber = typeof request.subscriber === 'object' ? request.subscriber : undefined
  const subscriberId = subscriber?.subscriberId ?? (request.subscriber as string | undefined) ?? request.subscriberId
  if (subscriberId === undefined) throw invalidInput('subscriber.subscriberId is required.')
  if (request.applicationIdentifier !== inbox.applicationIdentifier) {
    throw new InboxError(400, 'Please provide a valid application identifier.')
  }
  const login = readAccess(secret, subscriberId, request.subscriberHash ?? '')
  if (!login || !(await inbox.logins.isOpen(subscriberId, login))) {
    throw new InboxError(400, 'Please provide a valid HMAC hash.')
  }
  if (request.context && !equalsInConstantTime(request.contextHash ?? '', contextHash(secret, request.context))) {
    throw new InboxError(400, 'Please provide a valid context HMAC hash.')
  }
  const key = inboxKeyOf(subscriberId, contextKeys(request.context))
  const now = clock.now()
  const schedule = readSchedule(request.defaultSchedule, undefined)

  await ensureSubscriber(db, subscriberId, ids.next('sub'), now)
  if (subscriber) await updateSubscriber(db, subscriberId, subscriber, now)
  if (schedule) await savePreferences(db, key, { schedule, isDefault: true }, now)
  const { total, severity } = await countUnread(db, key)
  return {
    token: signToken(secret, key, login, now),
    totalUnreadCount: total,
    unreadCount: { total, severity },
    removeNovuBranding: true,
    isDevelopmentMode: false,
    maxSnoozeDurationHours: MAX_SNOOZE_HOURS,
    applicationIdentifier: inbox.applicationIdentifier,
    contextKeys: key.contextKeys,
    ...(schedule ? { schedule } : {}),
  }
}

function readRequest(body: unknown): z.infer<typeof SessionRequest> {
  const parsed = z.safeParse(SessionRequest, body ?? {}, withoutMessages)
  if (parsed.success) return parsed.data
  const [issue] = toIssues(parsed.error, body ?? {}).map((each) => issueIn('en', each))
  throw invalidInput(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid.'}`)
}

function contextKeys(context: z.infer<typeof SessionRequest>['context']): string[] {
  return Object.entries(context ?? {}).map(([type, value]) => `${type}:${typeof value === 'string' ? value : value.id}`)
}
