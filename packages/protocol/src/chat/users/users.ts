import * as z from 'zod/mini'
import { Instant, line, MAX_INTEGER } from '../../core/values.ts'
import { chatTexts } from '../core/errors.ts'
import { chatLimits } from '../core/limits.ts'
import { chatOperation } from '../core/operation.ts'
import { ChatUserId, Custom } from '../core/values.ts'

/** Chat users, created by the app's server or on first connect. */

export const chatRoles = ['provider', 'customer', 'system'] as const
export const ChatRole = z.enum(chatRoles)
export type ChatRole = z.infer<typeof ChatRole>

/** A user as shown beside a message. */
export const UserRef = z.object({ id: z.string(), name: z.string(), image: z.nullable(z.string()) })
export type UserRef = z.infer<typeof UserRef>

export const ChatUser = z.object({
  id: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  role: ChatRole,
  online: z.boolean(),
  lastActiveAt: z.nullable(Instant),
  custom: z.record(z.string(), z.unknown()),
})
export type ChatUser = z.infer<typeof ChatUser>

const UserName = line(0, 100, 'Use at most 100 characters.')
const UserImage = z.nullable(z.string().check(z.maxLength(2_000)))

/** The user as a connecting client describes them. Name and picture count only while the user has no name. */
export const ConnectingUser = z.object({
  id: z.pipe(z.string(chatTexts.userIdRequired).check(z.minLength(1, chatTexts.userIdRequired)), ChatUserId),
  name: z.optional(UserName),
  image: z.optional(UserImage),
})
export type ConnectingUser = z.infer<typeof ConnectingUser>

export const upsertUsers = chatOperation({
  name: 'users.upsert',
  method: 'PUT',
  path: '/users',
  by: 'server',
  summary: 'Create or update users. Absent fields stay unchanged.',
  input: z.object({
    users: z
      .array(
        z.object({
          id: ChatUserId,
          name: z.optional(UserName),
          image: z.optional(UserImage),
          role: z.optional(ChatRole),
          custom: z.optional(Custom),
        }),
      )
      .check(z.minLength(1), z.maxLength(chatLimits.usersPerUpsert)),
  }),
  returns: z.object({ users: z.array(ChatUser) }),
})

export const createUserToken = chatOperation({
  name: 'users.token',
  method: 'POST',
  path: '/users/:userId/token',
  by: 'server',
  summary: 'Create a chat token for a user.',
  input: z.object({ userId: ChatUserId, expiresInSeconds: z.optional(z.int().check(z.gte(1), z.lte(MAX_INTEGER))) }),
  returns: z.object({ token: z.string() }),
})

/** A signal of the app to one user's clients. The chat service does not interpret it. */
export const UserSignal = z.looseObject({
  type: z.string().check(z.regex(/^[a-z][a-z_.]{0,63}$/, 'Use a name such as thing.changed.')),
})
export type UserSignal = z.infer<typeof UserSignal>

export const sendUserSignal = chatOperation({
  name: 'users.signal',
  method: 'POST',
  path: '/users/:userId/signal',
  by: 'server',
  summary: 'Send a signal to every open client of a user. It is not stored.',
  input: z.object({ userId: ChatUserId, signal: UserSignal }),
  returns: z.object({}),
  errors: ['EVENT_NOT_SUPPORTED'],
})

/** Presence of users without a client of ours, reported by their own system. */
export const setUserPresence = chatOperation({
  name: 'users.presence',
  method: 'POST',
  path: '/users/:userId/presence',
  by: 'server',
  summary: "Report a user's presence. It expires after a minute; repeat it while they are there.",
  input: z.object({ userId: ChatUserId, online: z.boolean() }),
  returns: z.object({}),
})
