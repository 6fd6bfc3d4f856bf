import type {
  deactivateUser,
  deleteUser,
  disconnectUser,
  exportChannel,
  suspendApp,
  suspendUser,
} from '@fettle/protocol/chat/users/accounts'
import type { Tx } from '../../platform/db/db.ts'
import { memberIdsOf, toChannel } from '../channels/channels.rules.ts'
import { openChannel } from '../channels/channels.service.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { endShares, type ShareRow } from '../location/location.store.ts'
import { publishEnded } from '../location/publish-ended.ts'
import { toMessage } from '../messages/messages.rules.ts'
import { listAfter } from '../messages/messages.store.ts'
import * as store from './accounts.store.ts'
import { announce } from './users.service.ts'
import { toUser } from './users.rules.ts'
import { findUser } from './users.store.ts'

/** Maximum lifetime of our chat tokens. */
const MAX_TOKEN_MS = 90 * 86_400_000
const DELETED_USER_NAME = 'Deleted user'
const EXPORT_PAGE_SIZE = 1_000

export const disconnect: CallHandler<typeof disconnectUser> = async (context, _actor, { userId, sessionId }) => {
  const { access, clock, db } = context
  const now = clock.now()
  // A user who has not connected yet may have tokens too, and only known users have restrictions.
  await store.ensureUser(db, userId, now)
  if (sessionId === undefined) await store.endTokens(db, userId, now)
  else await store.endSession(db, { userId, sessionId, forgetBefore: new Date(now.getTime() - MAX_TOKEN_MS) }, now)
  access.changed(userId)
  return {}
}

export const deactivate: CallHandler<typeof deactivateUser> = async (context, _actor, { userId, deactivated }) => {
  if (!(await store.setDeactivated(context.db, userId, deactivated ? context.clock.now() : null))) throw noSuchUser()
  context.access.changed(userId)
  if (deactivated) await endLiveLocations(context, userId)
  return {}
}

export const suspendOne: CallHandler<typeof suspendUser> = async (context, _actor, { userId, until }) => {
  if (!(await store.setSuspendedUntil(context.db, userId, until === null ? null : new Date(until)))) throw noSuchUser()
  context.access.changed(userId)
  if (until !== null) await endLiveLocations(context, userId)
  return {}
}

/** Ends the live locations of a user who can no longer update them. */
async function endLiveLocations(context: ChatContext, userId: string): Promise<void> {
  const ended = await context.db.transaction((tx) => endShares(tx, { userIds: [userId] }, context.clock.now()))
  await publishEnded(context, ended)
}

/**
 * Erases a user with everything pending, so that nothing is sent or shown for somebody who left. Returns the live
 * locations that ended.
 */
async function anonymize(tx: Tx, userId: string, now: Date): Promise<ShareRow[]> {
  await store.deletePendingContent(tx, userId)
  if (!(await store.anonymize(tx, userId, DELETED_USER_NAME, now))) throw noSuchUser()
  return endShares(tx, { userIds: [userId] }, now)
}

/** Idempotent, because the app calls it from a job. */
export const remove: CallHandler<typeof deleteUser> = async (context, _actor, { userId }) => {
  const { access, clock, db, userCache } = context
  const ended = await db.transaction((tx) => anonymize(tx, userId, clock.now()))
  userCache.invalidate(userId)
  access.changed(userId)
  await publishEnded(context, ended)
  const row = await findUser(db, userId)
  if (row) announce(context, toUser(row, false))
  return {}
}

export const exportOne: CallHandler<typeof exportChannel> = async ({ db, clock, presence }, actor, { cid, after }) => {
  const row = await openChannel(db, { ...actor, userId: null }, cid)
  const messages = await listAfter(db, cid, { after, limit: EXPORT_PAGE_SIZE })
  return {
    channel: toChannel(row, await presence.among(memberIdsOf(row))),
    messages: messages.map(toMessage),
    next: messages.length === EXPORT_PAGE_SIZE ? (messages.at(-1)?.seq ?? null) : null,
    exportedAt: clock.now().toISOString(),
  }
}

export const suspend: CallHandler<typeof suspendApp> = async (
  { access, clock, db, options },
  _actor,
  { suspended },
) => {
  await store.setSuspended(db, options.appKey, suspended ? clock.now() : null)
  access.changed(null)
  return {}
}

const noSuchUser = () => new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-user' } })
