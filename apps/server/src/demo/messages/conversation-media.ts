import { finishUpload, startUpload, uploadPartPath } from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { shareLocation } from '@fettle/protocol/chat/location/location'
import { getMessage, sendMessage } from '@fettle/protocol/chat/messages/messages'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { castVote, createPoll } from '@fettle/protocol/chat/polls/polls'
import { scheduleMessage } from '@fettle/protocol/chat/messages/scheduled'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import { fillPath } from '@fettle/protocol'
import type { App } from '../../app.ts'
import type { MessageExtrasContext } from './message-extra-events.ts'
import { scheduledMessages, sharedLocations, polls, voiceMessages } from './message-extras.ts'
import { channelOf } from './channels.ts'
import { asChatUser } from '../calls.ts'
import { synthesizeSpeech } from './audio-fixtures.ts'
import type { DemoEvent } from '../schedule.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Lagos has no daylight saving time. */
const LAGOS = 3_600_000
/** Above the numbers of conversations and threads, so that message ids stay unique. */
const [POLLS, PLACES, VOICES, LATER] = [901, 902, 903, 904]

/** Polls, locations, voice messages and scheduled messages. */
export function eventsOfConversationMedia(
  app: App,
  { adaId, customerIds, now, idOf }: MessageExtrasContext,
): DemoEvent[] {
  const customerOf = (who: string): string => {
    const id = customerIds[who]
    if (id === undefined) throw new Error(`Unknown person ${who} in the demo data`)
    return id
  }
  const event = <Thing extends { who: string; ago: number }>(
    things: readonly Thing[],
    conversation: number,
    happens: (thing: Thing, target: { cid: string; messageId: string; customerId: string }) => Promise<unknown>,
  ): DemoEvent[] =>
    things.map((thing, index) => {
      const at = now.getTime() - thing.ago * MINUTE
      return {
        at,
        happens: async () => {
          const customerId = customerOf(thing.who)
          const { cid } = await channelOf(app, { adaId, customerIds }, thing.who)
          await happens(thing, { cid, messageId: idOf(at, conversation, index), customerId })
        },
      }
    })
  return [
    ...event(polls, POLLS, async ({ name, options, ownVote }, { cid, messageId, customerId }) => {
      const poll = { name, options: [...options], enforceUniqueVote: true, allowAnswers: true }
      const made = await asChatUser(app, customerId, createPoll, { cid, messageId, poll })
      await asChatUser(app, customerId, castVote, { cid, pollId: made.poll.id, optionId: ownVote })
    }),
    ...event(sharedLocations, PLACES, ({ by, latitude, longitude, ...more }, { cid, messageId, customerId }) => {
      const live = 'minutes' in more ? { liveFor: more.minutes * MINUTE } : {}
      const target = { cid, messageId, latitude, longitude, deviceId: 'demo-device', ...live }
      return asChatUser(app, by === 'ada' ? adaId : customerId, shareLocation, target)
    }),
    ...event(voiceMessages, VOICES, ({ syllables, pitch }, target) =>
      sendVoiceMessage(app, { ...target, syllables, pitch }),
    ),
    ...event(scheduledMessages, LATER, async ({ inDays, hour, text }, { cid, messageId }) => {
      // It may have been sent since.
      if (await isMessageSent(app, adaId, { cid, messageId })) return
      const midnight = Math.floor((now.getTime() + LAGOS) / DAY) * DAY - LAGOS
      const sendAt = new Date(midnight + inDays * DAY + hour * 60 * MINUTE).toISOString()
      await asChatUser(app, adaId, scheduleMessage, { cid, message: { id: messageId, text }, sendAt })
    }),
  ]
}

const isMessageSent = (app: App, userId: string, message: { cid: string; messageId: string }): Promise<boolean> =>
  asChatUser(app, userId, getMessage, message).then(
    () => true,
    () => false,
  )

/** Uploads and sends a voice message, once. */
async function sendVoiceMessage(
  app: App,
  given: { cid: string; messageId: string; customerId: string; syllables: string; pitch: number },
): Promise<void> {
  const { cid, messageId, customerId, syllables, pitch } = given
  if (await isMessageSent(app, customerId, { cid, messageId })) return
  const { bytes, durationMs, waveform } = synthesizeSpeech(syllables, pitch)
  const said = { kind: 'voice' as const, name: 'Voice message.m4a', size: bytes.length, durationMs, waveform }
  const { uploadId } = await asChatUser(app, customerId, startUpload, { cid, ...said })
  for (let offset = 0; offset < bytes.length; offset += chatLimits.uploadPartBytes) {
    const { statusCode, payload } = await app.http.inject({
      method: 'PUT',
      url: `${chatBase}${fillPath(uploadPartPath, { uploadId })}?offset=${offset}`,
      headers: {
        authorization: `Bearer ${app.chat.signToken(customerId)}`,
        [chatHeaders.appKey]: app.chat.appKey,
        'content-type': 'application/octet-stream',
      },
      payload: bytes.subarray(offset, offset + chatLimits.uploadPartBytes),
    })
    if (statusCode >= 400) throw new Error(`Uploading a voice message failed: ${payload}`)
  }
  const { attachment } = await asChatUser(app, customerId, finishUpload, { uploadId })
  const message = { id: messageId, text: '', attachmentIds: [attachment.id] }
  await asChatUser(app, customerId, sendMessage, { cid, message })
}
