import { createMessageId } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { InvariantCommand, InvariantWorld } from './harness.ts'

/** Commands for messages and read state. */
export const basicCommands: InvariantCommand[] = [
  {
    command: 'messages.send',
    run: ({ testChat, cid }, { who }) =>
      testChat.http('messages.send', { cid, message: { id: createMessageId(), text: `${who} says` } }, { actAs: who }),
  },
  {
    command: 'channels.read',
    async run(world, { who, pick }) {
      const message = pick(await readStateCommand(world, who))
      await world.testChat.http(
        'channels.read',
        { cid: world.cid, ...(message ? { seq: message.seq } : {}) },
        { actAs: who },
      )
    },
  },
  {
    command: 'channels.delivered',
    async run(world, { who, pick }) {
      const message = pick(await readStateCommand(world, who))
      if (message) await world.testChat.http('channels.delivered', { cid: world.cid, seq: message.seq }, { actAs: who })
    },
  },
]

/** Reads the channel's messages as a user. */
export async function readStateCommand({ testChat, cid }: InvariantWorld, who: string): Promise<Message[]> {
  return (await testChat.http('messages.list', { cid, limit: 100 }, { actAs: who })).messages
}
