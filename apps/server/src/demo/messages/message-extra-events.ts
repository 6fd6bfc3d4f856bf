import { addReaction, pinMessage } from '@fettle/protocol/chat/messages/message-changes'
import { sendMessage } from '@fettle/protocol/chat/messages/messages'
import { setReminder } from '@fettle/protocol/chat/messages/reminders'
import { markThreadRead } from '@fettle/protocol/chat/messages/threads'
import type { App } from '../../app.ts'
import { savedMessages, pins, reactions, replies } from './message-extras.ts'
import { channelOf } from './channels.ts'
import { asChatUser } from '../calls.ts'
import { conversations } from './conversations.ts'
import type { DemoEvent } from '../schedule.ts'

const MINUTE_MS = 60_000
const PAGE_SIZE = 100

/** People and time of the demo. */
export interface MessageExtrasContext {
  adaId: string
  /** Customer ids by their key. */
  customerIds: Readonly<Record<string, string>>
  now: Date
  /** A reproducible message id. */
  idOf: (at: number, conversation: number, line: number) => string
}

/** Replies in threads, reactions, pins and saved messages. */
export function eventsOfMessageExtras(app: App, { adaId, customerIds, now, idOf }: MessageExtrasContext): DemoEvent[] {
  const customerOf = (who: string): string => {
    const id = customerIds[who]
    if (id === undefined) throw new Error(`Unknown person ${who} in the demo data`)
    return id
  }
  const userOf = (who: string, by: 'them' | 'ada') => (by === 'ada' ? adaId : customerOf(who))
  const find = async (who: string, line: number) => {
    const { cid } = await channelOf(app, { adaId, customerIds }, who)
    const text = conversations[who]?.[line]?.[2]
    for (let after = 0; ;) {
      const page = await app.chat.listMessages(cid, adaId, { after, limit: PAGE_SIZE })
      const message = page.find((each) => each.text === text)
      if (message) return { cid, messageId: message.id }
      if (page.length < PAGE_SIZE) throw new Error(`${who} has no message ${line} in the demo data yet`)
      after = page.at(-1)?.seq ?? 0
    }
  }
  const at = (ago: number) => now.getTime() - ago * MINUTE_MS
  const event = <Extra extends { who: string; line: number; ago: number }>(
    extras: readonly Extra[],
    does: (extra: Extra, target: { cid: string; messageId: string }, index: number) => Promise<unknown>,
  ) =>
    extras.map((extra, index) => ({
      at: at(extra.ago),
      happens: async () => void (await does(extra, await find(extra.who, extra.line), index)),
    }))
  // Above the numbers of conversations, so that message ids stay unique.
  const THREADS = 900
  return [
    ...event(replies, async ({ who, by, ago, text, isRead }, { cid, messageId }, index) => {
      const message = { id: idOf(at(ago), THREADS, index), text, parentId: messageId }
      await asChatUser(app, userOf(who, by), sendMessage, { cid, message })
      if (isRead) await asChatUser(app, adaId, markThreadRead, { cid, messageId })
    }),
    ...event(reactions, ({ who, by, emoji }, target) =>
      asChatUser(app, userOf(who, by), addReaction, { ...target, emoji }),
    ),
    ...event(pins, ({ who, by }, target) => asChatUser(app, userOf(who, by), pinMessage, target)),
    ...event(savedMessages, ({ inMinutes }, target) => {
      const remindAt = inMinutes === null ? null : new Date(now.getTime() + inMinutes * MINUTE_MS).toISOString()
      return asChatUser(app, adaId, setReminder, { ...target, remindAt })
    }),
  ]
}
