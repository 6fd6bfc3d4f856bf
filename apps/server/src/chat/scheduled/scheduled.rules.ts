import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { MessageDraft } from '@fettle/protocol/chat/messages/messages'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import { findLinks } from '@fettle/protocol/chat/messages/text'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { noSuchMessage } from '../messages/messages.rules.ts'
import type { ScheduledRow } from './scheduled.store.ts'

/** Parses a time in the next year. Throws otherwise. */
export function sendAt(text: string, now: Date): Date {
  const time = new Date(text)
  if (time <= now) throw new ChatRefusal('INPUT', { reason: { code: 'chat.time-past' } })
  if (time.getTime() - now.getTime() > chatLimits.scheduledAheadMaxMs)
    throw new ChatRefusal('INPUT', { reason: { code: 'chat.time-too-far' } })
  return time
}

/** Changes text or time. A failed message is scheduled again. */
export function change(
  row: ScheduledRow | undefined,
  {
    sendAt: at,
    text,
    now: atOnce = false,
  }: { sendAt?: string | undefined; text?: string | undefined; now?: boolean | undefined },
  now: Date,
): ScheduledRow {
  if (!row || row.state === 'deleted') throw noSuchMessage()
  if (row.state === 'sent' || row.is_sending)
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.message-sent' } })
  const time = atOnce ? now : at === undefined ? row.send_at : sendAt(at, now)
  if (!atOnce && at === undefined && time <= now) throw new ChatRefusal('INPUT', { reason: { code: 'chat.time-past' } })
  return {
    ...row,
    draft: text === undefined ? row.draft : withText(row.draft, text),
    send_at: time,
    state: 'waiting',
    problem: null,
    reason: null,
  }
}

/** A draft with another text, and the previews of the links that are still in it. */
function withText({ previewUrls, ...draft }: MessageDraft, text: string): MessageDraft {
  const links = findLinks(text)
  return { ...draft, text, ...(previewUrls && { previewUrls: previewUrls.filter((url) => links.includes(url)) }) }
}

export const toScheduled = (row: ScheduledRow): ScheduledMessage => ({
  cid: row.cid,
  messageId: row.message_id,
  text: row.draft.text,
  sendAt: row.send_at.toISOString(),
  state: row.state,
  problem: row.problem,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})
