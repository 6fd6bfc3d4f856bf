import { fillPath } from '@fettle/protocol'
import { shareLocation } from '@fettle/protocol/chat/location/location'
import { finishUpload, startUpload, uploadPartPath } from '@fettle/protocol/chat/messages/attachments'
import { addReaction, pinMessage } from '@fettle/protocol/chat/messages/message-changes'
import { sendMessage } from '@fettle/protocol/chat/messages/messages'
import { setReminder } from '@fettle/protocol/chat/messages/reminders'
import { scheduleMessage } from '@fettle/protocol/chat/messages/scheduled'
import { markThreadRead } from '@fettle/protocol/chat/messages/threads'
import { castVote, createPoll } from '@fettle/protocol/chat/polls/polls'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { callAsChatUser, sendToChat } from '../calls.ts'
import type { DemoContext } from '../context.ts'
import { readFixture } from '../data.ts'
import { event, midnightOf, type DemoEvent } from '../schedule.ts'
import type { CustomerKey } from '../people/people.ts'
import { channelOf, say } from './channels.ts'
import { messages, type Speaker } from './messages.ts'

/** The conversations, and what happened to single messages of them. */
export function eventsOfMessages(demo: DemoContext): DemoEvent[] {
  const { app, adaId, customerIds, now } = demo
  /** Ids of the messages sent so far, by conversation and line. */
  const sent = new Map<string, string>()
  const userOf = (who: CustomerKey, by: Speaker) => (by === 'ada' ? adaId : customerIds[who])
  const targetOf = async (who: CustomerKey, line: number) => {
    const messageId = sent.get(`${who} ${line}`)
    if (messageId === undefined) throw new Error(`${who} has no message ${line} in the demo data yet`)
    return { cid: (await channelOf(demo, who)).cid, messageId }
  }
  /** One event per item, its number of minutes ago. */
  const each = <Item extends { who: CustomerKey; minutesAgo: number }>(
    items: readonly Item[],
    run: (item: Item) => Promise<unknown>,
  ): DemoEvent[] => items.map((item) => event(now.getTime() - item.minutesAgo * MINUTE_MS, () => run(item)))

  return [
    ...Object.entries(messages.conversations).flatMap(([name, lines]) => {
      const who = name as CustomerKey
      return each(
        lines.map(([by, minutesAgo, text], line) => ({ who, by, minutesAgo, text, line })),
        async ({ by, text, line }) => sent.set(`${who} ${line}`, await say(demo, who, by, text)),
      )
    }),
    ...each(messages.replies, async ({ who, line, by, text, isRead }) => {
      const { cid, messageId } = await targetOf(who, line)
      const message = { id: demo.nextMessageId(), text, parentId: messageId }
      await callAsChatUser(app, userOf(who, by), sendMessage, { cid, message })
      if (isRead) await callAsChatUser(app, adaId, markThreadRead, { cid, messageId })
    }),
    ...each(messages.reactions, async ({ who, line, by, emoji }) =>
      callAsChatUser(app, userOf(who, by), addReaction, { ...(await targetOf(who, line)), emoji }),
    ),
    ...each(messages.pins, async ({ who, line, by }) =>
      callAsChatUser(app, userOf(who, by), pinMessage, await targetOf(who, line)),
    ),
    ...each(messages.saved, async ({ who, line, inMinutes }) => {
      const remindAt = inMinutes === null ? null : new Date(now.getTime() + inMinutes * MINUTE_MS).toISOString()
      return callAsChatUser(app, adaId, setReminder, { ...(await targetOf(who, line)), remindAt })
    }),
    ...each(messages.polls, async ({ who, name, options, ownVote }) => {
      const { cid } = await channelOf(demo, who)
      const poll = { name, options: [...options], enforceUniqueVote: true, allowAnswers: true }
      const state = await callAsChatUser(app, customerIds[who], createPoll, {
        cid,
        messageId: demo.nextMessageId(),
        poll,
      })
      await callAsChatUser(app, customerIds[who], castVote, { cid, pollId: state.poll.id, optionId: ownVote })
    }),
    ...each(messages.locations, async ({ who, by, latitude, longitude, minutes }) => {
      const { cid } = await channelOf(demo, who)
      const place = { cid, messageId: demo.nextMessageId(), latitude, longitude, deviceId: 'demo-device' }
      const live = minutes === undefined ? {} : { liveFor: minutes * MINUTE_MS }
      return callAsChatUser(app, userOf(who, by), shareLocation, { ...place, ...live })
    }),
    ...each(messages.voice, (note) => sendVoiceMessage(demo, note)),
    ...each(messages.scheduled, async ({ who, inDays, hour, text }) => {
      const { cid } = await channelOf(demo, who)
      const sendAt = new Date(midnightOf(now) + inDays * DAY_MS + hour * HOUR_MS).toISOString()
      await callAsChatUser(app, adaId, scheduleMessage, { cid, message: { id: demo.nextMessageId(), text }, sendAt })
    }),
  ]
}

async function sendVoiceMessage(
  demo: DemoContext,
  { who, file, durationMs, waveform }: (typeof messages)['voice'][number],
): Promise<void> {
  const { app, customerIds } = demo
  const [{ cid }, customerId, bytes] = [await channelOf(demo, who), customerIds[who], readFixture(file)]
  const voiceMessage = { kind: 'voice' as const, name: 'Voice message.m4a', size: bytes.length, durationMs, waveform }
  const { uploadId } = await callAsChatUser(app, customerId, startUpload, { cid, ...voiceMessage })
  const path = `${fillPath(uploadPartPath, { uploadId })}?offset=0`
  await sendToChat(app, customerId, { method: 'PUT', path, payload: bytes, name: 'uploading a voice message' })
  const { attachment } = await callAsChatUser(app, customerId, finishUpload, { uploadId })
  const message = { id: demo.nextMessageId(), text: '', attachmentIds: [attachment.id] }
  await callAsChatUser(app, customerId, sendMessage, { cid, message })
}
