import type { setChannelSettings, truncateChannel } from '@fettle/protocol/chat/settings'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { noSuchChannel } from '../messages/messages.rules.ts'
import { toReading } from '../reading/reading.rules.ts'
import { lockReading, saveReading } from '../reading/reading.store.ts'
import * as store from './changes.store.ts'

/** One's own place in a channel: only one's own devices hear of it. */
export const set: CallHandler<typeof setChannelSettings> = async (context, actor, { cid, mutedUntil, ...change }) => {
  const userId = actingUser(actor)
  const until = mutedUntil === undefined || mutedUntil === null ? mutedUntil : new Date(mutedUntil)
  const row = await store.saveSettings(context.db, cid, userId, { ...change, mutedUntil: until }, context.clock.now())
  if (!row) throw noSuchChannel()
  const settings = store.toSettings(row)
  context.publisher.toUser(userId, { type: 'settings.updated', cid, settings }, actor.connection?.id)
  return { settings }
}

export const truncate: CallHandler<typeof truncateChannel> = async (context, actor, { cid, seq: wanted }) => {
  const { db, clock, publisher } = context
  const userId = actingUser(actor)
  const { settings, reading } = await db.transaction(async (tx) => {
    const before = await lockReading(tx, cid, userId)
    if (!before) throw noSuchChannel()
    const seq = Math.min(wanted ?? before.last_seq, before.last_seq)
    // What is cleared is read.
    const read = seq > before.last_read_seq
    const after = read ? await saveReading(tx, { cid, userId, seq, at: clock.now() }) : before
    return { settings: store.toSettings(await store.saveTruncation(tx, cid, userId, seq)), reading: toReading(after) }
  })
  publisher.toUser(userId, { type: 'settings.updated', cid, settings }, actor.connection?.id)
  publisher.toUser(userId, { type: 'reading.updated', cid, reading }, actor.connection?.id)
  return { settings, reading }
}
