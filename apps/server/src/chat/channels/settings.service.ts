import type { setChannelSettings, truncateChannel } from '@fettle/protocol/chat/channels/settings'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { noSuchChannel } from '../messages/messages.rules.ts'
import { toReading } from '../reading/reading.rules.ts'
import { read } from '../reading/reading.service.ts'
import { lockReading, moveReading } from '../reading/reading.store.ts'
import { toSettings } from './channels.rules.ts'
import * as store from './changes.store.ts'

/**
 * Saves a user's own settings. Only their own connections are notified. The unread messages of a hidden channel count as
 * read for the user.
 */
export const set: CallHandler<typeof setChannelSettings> = async (context, actor, { cid, mutedUntil, ...change }) => {
  const { clock, db, publisher } = context
  const userId = actingUser(actor)
  const until = mutedUntil === undefined || mutedUntil === null ? mutedUntil : new Date(mutedUntil)
  const { row, reading } = await db.transaction(async (tx) => {
    const before = change.hidden ? await lockReading(tx, cid, userId) : undefined
    const saved = await store.saveSettings(tx, cid, userId, { ...change, mutedUntil: until }, clock.now())
    // Otherwise the total would count messages that no list leads to.
    const hidesUnread = before !== undefined && before.unread_count > 0
    return {
      row: saved,
      reading: hidesUnread ? await moveReading(tx, { cid, userId, seq: before.last_seq }) : undefined,
    }
  })
  if (!row) throw noSuchChannel()
  const settings = toSettings(row)
  publisher.toUser(userId, { type: 'settings.updated', cid, settings }, actor.connection?.id)
  // The caller's connection too, because the answer does not contain it.
  if (reading) publisher.toUser(userId, { type: 'reading.updated', cid, reading: toReading(reading) })
  return { settings }
}

export const truncate: CallHandler<typeof truncateChannel> = async (context, actor, { cid, seq: requestedSeq }) => {
  const userId = actingUser(actor)
  // Cleared messages count as read, which others see.
  const { reading } = await read(context, actor, { cid, seq: requestedSeq })
  const seq = Math.min(requestedSeq ?? reading.lastReadSeq, reading.lastReadSeq)
  const settings = toSettings(await store.saveTruncation(context.db, cid, userId, seq))
  context.publisher.toUser(userId, { type: 'settings.updated', cid, settings }, actor.connection?.id)
  return { settings, reading }
}
