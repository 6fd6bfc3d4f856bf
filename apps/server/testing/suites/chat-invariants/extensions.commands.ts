import { createMessageId } from '@fettle/chat-client'
import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import type { InvariantCommand } from './harness.ts'

/** Messages with extensions. */
export const extensionCommands: InvariantCommand[] = [
  {
    command: 'polls.create',
    run: ({ testChat, cid }, { who }) => {
      const poll = { name: `${who} asks`, options: ['Yes', 'No'] }
      return testChat.http('polls.create', { cid, messageId: createMessageId(), poll }, { actAs: who })
    },
  },
  {
    command: 'location.share',
    run: ({ testChat, cid }, { who, pick }) => {
      const place = { latitude: 6.44, longitude: 3.45, deviceId: 'phone' }
      const live = pick([{}, { liveFor: 60_000 }]) ?? {}
      return testChat.http('location.share', { cid, messageId: createMessageId(), ...place, ...live }, { actAs: who })
    },
  },
]

/**
 * Data beside the channel has invariants of its own, see `src/chat/extensions/extensions.invariants.test.ts`; the other calls
 * are reads.
 */
export const extensionCommandsWithoutInvariant: ChatOperationName[] = [
  'attachments.start',
  'attachments.progress',
  'attachments.finish',
  'attachments.cancel',
  'attachments.sign',
  'previews.get',
  'polls.query',
  'polls.vote',
  'polls.unvote',
  'polls.answer',
  'polls.suggest',
  'polls.close',
  'polls.voices',
  'location.move',
  'location.stop',
  'location.list',
  'reminders.set',
  'reminders.delete',
  'reminders.list',
  'scheduled.create',
  'scheduled.update',
  'scheduled.delete',
  'scheduled.list',
  'drafts.get',
  'drafts.save',
  'drafts.list',
  'commands.save',
  'commands.delete',
  'commands.list',
  // Sends an ordinary message once its webhook has answered.
  'commands.run',
  'mentions.list',
]
