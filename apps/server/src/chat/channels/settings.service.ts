import type { setChannelSettings, truncateChannel } from '@fettle/protocol/chat/channels/settings'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { noSuchChannel } from '../messages/messages.rules.ts'
import { read } from '../reading/reading.service.ts'
import * as store from './changes.store.ts'

/** Saves a user's own settings. Only their own connections are notified. */
export const set: CallHandler<typeof setChannelSettings> = async (context, actor, { cid, mutedUntil, ...change }) => {
  const userId = actingUser(actor)
  const until = mutedUntil === undefined || mutedUntil === null ? mutedUntil : new Date(mutedUntil)
  const row = await store.saveSettings(context.db, cid, userId, { ...change, mutedUntil: until }, context.clock.now())
  if (!row) throw noSuchChannel()
  const settings = store.toSettings(row)
  context.publisher.toUser(userId, { type: 'settings.updated', cid, settings }, actor.connection?.id)
  return { settings }
}

export const truncate: CallHandler<typeof truncateChannel> = async (context, actor, { cid, seq: requestedSeq }) => {
  const userId = actingUser(actor)
  // Cleared messages count as read, which others see.
  const { reading } = await read(context, actor, { cid, seq: requestedSeq })
  const seq = Math.min(requestedSeq ?? reading.lastReadSeq, reading.lastReadSeq)
  const settings = store.toSettings(await store.saveTruncation(context.db, cid, userId, seq))
  context.publisher.toUser(userId, { type: 'settings.updated', cid, settings }, actor.connection?.id)
  return { settings, reading }
}
