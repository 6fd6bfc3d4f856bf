import { createMessageId } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { readStateCommand } from './basic.commands.ts'
import type { InvariantCommand, InvariantWorld, CommandContext } from './harness.ts'

/** Commands on existing messages. */
export const messageCommands: InvariantCommand[] = [
  {
    command: 'messages.edit',
    async run(world, turn) {
      const message = await pickOwnMessage(world, turn)
      if (message) await act(world, turn, 'messages.edit', message, { text: `${message.text}, rather` })
    },
  },
  {
    command: 'messages.delete',
    async run(world, turn) {
      const message = await pickOwnMessage(world, turn)
      if (message) await act(world, turn, 'messages.delete', message, {})
    },
  },
  {
    command: 'messages.delete',
    async run(world, turn) {
      const message = turn.pick(await everything(world, turn.who))
      if (message) await act(world, turn, 'messages.delete', message, { onlyForMe: true })
    },
  },
  {
    command: 'messages.send',
    async run({ testChat, cid, ...world }, { who, pick }) {
      const quoted = pick(
        (await readStateCommand({ testChat, cid, ...world }, who)).filter(({ kind }) => kind === 'regular'),
      )
      if (!quoted) return
      const message = { id: createMessageId(), text: `${who} quotes`, quotedMessageId: quoted.id, mentions: ['ada'] }
      await testChat.http('messages.send', { cid, message }, { actAs: who })
    },
  },
  {
    command: 'messages.send',
    run: (world, turn) => reply(world, turn, false),
  },
  {
    command: 'messages.send',
    run: (world, turn) => reply(world, turn, true),
  },
  {
    command: 'messages.forward',
    async run(world, turn) {
      const message = turn.pick((await everything(world, turn.who)).filter(({ kind }) => kind === 'regular'))
      const { cid, elsewhere } = world
      if (!message) return
      await act(world, turn, 'messages.forward', message, { id: createMessageId(), to: cid })
      await act(world, turn, 'messages.forward', message, { id: createMessageId(), to: elsewhere })
    },
  },
  {
    command: 'messages.pin',
    async run(world, turn) {
      const message = turn.pick((await everything(world, turn.who)).filter(({ kind }) => kind !== 'deleted'))
      if (message) await act(world, turn, 'messages.pin', message, {})
    },
  },
  {
    command: 'messages.unpin',
    async run(world, turn) {
      const message = turn.pick((await everything(world, turn.who)).filter(({ pinnedAt }) => pinnedAt))
      if (message) await act(world, turn, 'messages.unpin', message, {})
    },
  },
  {
    command: 'reactions.add',
    async run(world, turn) {
      const message = turn.pick((await everything(world, turn.who)).filter(({ kind }) => kind !== 'deleted'))
      if (message) await act(world, turn, 'reactions.add', message, { emoji: turn.pick(['👍', '❤️', '🎉']) ?? '👍' })
    },
  },
  {
    command: 'reactions.remove',
    async run(world, turn) {
      const message = turn.pick((await everything(world, turn.who)).filter(({ reactions }) => reactions))
      const emoji = turn.pick(message?.reactions ?? [])?.emoji
      if (message && emoji) await act(world, turn, 'reactions.remove', message, { emoji })
    },
  },
  {
    command: 'channels.unread',
    async run(world, turn) {
      const message = turn.pick(await readStateCommand(world, turn.who))
      if (message) await act(world, turn, 'channels.unread', message, {})
    },
  },
  {
    command: 'threads.read',
    async run(world, turn) {
      const parent = turn.pick((await readStateCommand(world, turn.who)).filter(({ replyCount }) => replyCount))
      if (parent) await act(world, turn, 'threads.read', parent, {})
    },
  },
]

function act(
  { testChat, cid }: InvariantWorld,
  { who }: CommandContext,
  command: InvariantCommand['command'],
  message: Message,
  input: object,
): Promise<unknown> {
  return testChat.http(command, { cid, messageId: message.id, ...input }, { actAs: who })
}

/** Messages of the channel, including replies shown only in threads. */
async function everything(world: InvariantWorld, who: string): Promise<Message[]> {
  const { testChat, cid } = world
  const messages = await readStateCommand(world, who)
  const replies: Message[] = []
  for (const { id, replyCount } of messages) {
    if (!replyCount) continue
    replies.push(...(await testChat.http('threads.replies', { cid, messageId: id }, { actAs: who })).messages)
  }
  return [...messages, ...replies.filter(({ inChannel }) => !inChannel)]
}

async function pickOwnMessage(world: InvariantWorld, { who, pick }: CommandContext): Promise<Message | undefined> {
  return pick((await everything(world, who)).filter(({ user, kind }) => user?.id === who && kind === 'regular'))
}

async function reply(world: InvariantWorld, { who, pick }: CommandContext, inChannel: boolean): Promise<void> {
  const roots = (await readStateCommand(world, who)).filter(
    ({ parentId, kind }) => parentId === undefined && kind === 'regular',
  )
  const parent = pick(roots)
  if (!parent) return
  const { testChat, cid } = world
  const quoting = inChannel ? {} : { quotedMessageId: parent.id }
  const message = { id: createMessageId(), text: `${who} replies`, parentId: parent.id, inChannel, ...quoting }
  await testChat.http('messages.send', { cid, message }, { actAs: who })
}
