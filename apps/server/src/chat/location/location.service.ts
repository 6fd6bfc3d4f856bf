import type { listLocations, moveLocation, shareLocation, stopLocation } from '@fettle/protocol/chat/location/location'
import { requireUnblocked } from '../channels/changes.service.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember, publishToMembers } from '../core/members.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { sendWith } from '../messages/messages.service.ts'
import * as rules from './location.rules.ts'
import * as store from './location.store.ts'
import { chatTasks } from '../../platform/jobs/service-tasks.ts'

export const EXPIRE_JOB = chatTasks.expireLocation

const keyOf = (cid: string, messageId: string) => `${EXPIRE_JOB}:${cid}:${messageId}`

export const share: CallHandler<typeof shareLocation> = async (context, actor, input) => {
  const { db, clock, jobs } = context
  const { cid, messageId, latitude, longitude, deviceId, liveFor } = input
  const { userId } = await requireMember(context, actor, cid)
  const endsAt = liveFor === undefined ? undefined : new Date(clock.now().getTime() + liveFor)
  if (endsAt) {
    // The end is scheduled in the same transaction, so that a share never runs for ever.
    await db.transaction(async (tx) => {
      const row = { cid, message_id: messageId, user_id: userId, device_id: deviceId, latitude, longitude }
      await store.insertShare(tx, { ...row, ends_at: endsAt }, clock.now())
      await jobs.add(tx, EXPIRE_JOB, { cid, messageId }, { key: keyOf(cid, messageId), runAt: endsAt })
    })
  }
  const location = { latitude, longitude, deviceId, ...(endsAt ? { endsAt: endsAt.toISOString() } : {}) }
  const message = await sendWith(context, actor, cid, { id: messageId, text: '' }, { location }).catch(
    async (error: unknown) => {
      // A refused message is never sent. After any other error it may have been, or is sent again.
      if (endsAt && error instanceof ChatRefusal) await store.deleteUnsent(db, { cid, messageId, userId })
      throw error
    },
  )
  const row = endsAt && (await store.findShare(db, cid, messageId))
  if (row && row.user_id !== userId) throw new ChatRefusal('NOT_ALLOWED', { message: 'This message id is taken.' })
  return { message, share: row ? rules.toShare(row) : null }
}

export const move: CallHandler<typeof moveLocation> = async (context, actor, { cid, messageId, ...position }) => {
  const { db, clock, publisher } = context
  const { userId, policy } = await requireMember(context, actor, cid)
  requireUnblocked(policy, actor)
  const row = await db.transaction(async (tx) => {
    const saved = await store.lockShare(tx, cid, messageId)
    if (!saved) throw rules.noSuchShare()
    return store.saveShare(tx, rules.move(saved, userId, position, clock.now()))
  })
  const share = rules.toShare(row)
  // Only watchers need every position.
  publisher.toWatchers(cid, { type: 'location.changed', cid, share })
  return { share }
}

export const stop: CallHandler<typeof stopLocation> = async (context, actor, { cid, messageId }) => {
  const { db, clock, jobs } = context
  const { userId } = await requireMember(context, actor, cid)
  const { row, isChanged } = await db.transaction(async (tx) => {
    const saved = await store.lockShare(tx, cid, messageId)
    if (!saved) throw rules.noSuchShare()
    const stopped = rules.stop(saved, userId, clock.now())
    if (!stopped) return { row: saved, isChanged: false }
    await jobs.cancel(tx, keyOf(cid, messageId))
    return { row: await store.saveShare(tx, stopped), isChanged: true }
  })
  const share = rules.toShare(row)
  if (isChanged) await publishToMembers(context, cid, { type: 'location.changed', cid, share }, actor.connection?.id)
  return { share }
}

export const list: CallHandler<typeof listLocations> = async (context, actor, { cid, messageIds }) => {
  const { db, clock } = context
  await requireMember(context, actor, cid)
  const rows = messageIds ? await store.listOf(db, cid, messageIds) : await store.listLive(db, cid, clock.now())
  return { shares: rows.map(rules.toShare) }
}

/** Ends an expired share. Idempotent, also after it was stopped. */
export async function expire(
  context: ChatContext,
  { cid, messageId }: { cid: string; messageId: string },
): Promise<void> {
  const { db, clock } = context
  const row = await db.transaction(async (tx) => {
    const saved = await store.lockShare(tx, cid, messageId)
    const expired = saved && rules.expire(saved, clock.now())
    return expired && store.saveShare(tx, expired)
  })
  if (row) await publishToMembers(context, cid, { type: 'location.changed', cid, share: rules.toShare(row) })
}
