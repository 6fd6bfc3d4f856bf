import type {
  ChatUser,
  ConnectingUser,
  createUserToken,
  sendUserSignal,
  setUserPresence,
  upsertUsers,
  UserSignal,
} from '@fettle/protocol/chat/users/users'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { signToken } from '../core/token.ts'
import { toUser } from './users.rules.ts'
import * as store from './users.store.ts'

export const upsert: CallHandler<typeof upsertUsers> = async (context, _actor, { users }) => {
  const { db, clock, userCache, presence } = context
  // In id order, so that concurrent calls cannot deadlock.
  const changes = users.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const rows = await db.transaction(async (tx) => {
    const saved: store.UserRow[] = []
    for (const change of changes) saved.push(await store.saveUser(tx, change, clock.now()))
    return saved
  })
  const isOnline = await presence.among(rows.map(({ id }) => id))
  const answer = rows.map((row) => toUser(row, isOnline(row.id)))
  for (const user of answer) announce(context, user)
  for (const { id } of answer) userCache.invalidate(id)
  return { users: answer }
}

/**
 * The user of a connecting client, created if new. One without a name takes name and picture from the client; later only
 * the app's server changes them, because others know the user by them.
 */
export async function connectingUser(
  { db, clock, userCache }: ChatContext,
  { id, name, image }: ConnectingUser,
  existing: store.UserRow | undefined,
): Promise<ChatUser> {
  if (existing && (existing.name !== '' || !name)) return toUser(existing, true)
  const row = await store.introduceUser(db, { id, name: name ?? '', image: image ?? null }, clock.now())
  if (existing) userCache.invalidate(id)
  return toUser(row, true)
}

/** A chat token for a user. */
export function tokenFor(
  { options, clock }: Pick<ChatContext, 'options' | 'clock'>,
  userId: string,
  expiresAt?: Date,
): string {
  const iat = Math.floor(clock.now().getTime() / 1000)
  const exp = expiresAt && Math.floor(expiresAt.getTime() / 1000)
  return signToken({ user_id: userId, iat, ...(exp === undefined ? {} : { exp }) }, options.secret)
}

export const token: CallHandler<typeof createUserToken> = async (context, _actor, { userId, expiresInSeconds }) => {
  const expiresAt =
    expiresInSeconds === undefined ? undefined : new Date(context.clock.now().getTime() + expiresInSeconds * 1000)
  return { token: tokenFor(context, userId, expiresAt) }
}

/** Sends a signal of the app to a user's clients. */
export function signalUser({ publisher }: Pick<ChatContext, 'publisher'>, userId: string, signal: UserSignal): void {
  publisher.toUser(userId, { type: 'user.signal', signal })
}

/** Names of the service's own frames, which signals must not imitate. */
const RESERVED =
  /^(?:message|reaction|channel|thread|typing|user|notification|reading|settings|poll|location|reminder|scheduled|draft|resync)(?:\.|$)/

export const signal: CallHandler<typeof sendUserSignal> = async (context, _actor, { userId, signal }) => {
  if (RESERVED.test(signal.type)) throw new ChatRefusal('EVENT_NOT_SUPPORTED', { details: { type: signal.type } })
  signalUser(context, userId, signal)
  return {}
}

export const presence: CallHandler<typeof setUserPresence> = async ({ presence }, _actor, { userId, online }) => {
  presence.report(userId, online)
  return {}
}

/** Signals that the name or picture of a user changed. */
export function announce({ publisher }: Pick<ChatContext, 'publisher'>, user: ChatUser): void {
  publisher.aboutUser(user.id, { type: 'user.updated', user })
  publisher.toUser(user.id, { type: 'user.updated', user })
}
