import { createMessageId } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages'
import type { LawRow, LawWorld } from './law.ts'

/** Writing and reading: what every conversation has. */
export const basicRows: LawRow[] = [
  {
    command: 'messages.send',
    run: ({ town, cid }, { who }) =>
      town.http('messages.send', { cid, message: { id: createMessageId(), text: `${who} says` } }, { actAs: who }),
  },
  {
    command: 'channels.read',
    async run(world, { who, pick }) {
      const message = pick(await seen(world, who))
      await world.town.http(
        'channels.read',
        { cid: world.cid, ...(message ? { seq: message.seq } : {}) },
        { actAs: who },
      )
    },
  },
  {
    command: 'channels.delivered',
    async run(world, { who, pick }) {
      const message = pick(await seen(world, who))
      if (message) await world.town.http('channels.delivered', { cid: world.cid, seq: message.seq }, { actAs: who })
    },
  },
]

/** The messages of the channel as somebody finds them. */
export async function seen({ town, cid }: LawWorld, who: string): Promise<Message[]> {
  return (await town.http('messages.list', { cid, limit: 100 }, { actAs: who })).messages
}
