import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { InvariantCommand, InvariantWorld } from './harness.ts'
import { readStateCommand } from './basic.commands.ts'

/** Commands on the channel and on a member's own settings. */
export const channelCommands: InvariantCommand[] = [
  {
    command: 'channels.set',
    run: ({ testChat, cid }, { who, pick }) =>
      testChat.http('channels.set', { cid, ...pick(settings) }, { actAs: who }),
  },
  {
    command: 'channels.truncate',
    async run(world, { who, pick }) {
      const message = pick(await readStateCommand(world, who))
      const upTo = message ? { seq: message.seq } : {}
      await world.testChat.http('channels.truncate', { cid: world.cid, ...upTo }, { actAs: who })
    },
  },
  {
    command: 'channels.update',
    run: ({ testChat, cid }, { who, pick }) =>
      testChat.http('channels.update', { cid, name: `As ${who} likes it`, custom: { n: pick([1, 2, 3]) } }),
  },
  {
    command: 'members.add',
    run: addGuest,
  },
  {
    command: 'members.remove',
    async run(world) {
      await addGuest(world)
      await world.testChat.http('members.remove', { cid: world.cid, userIds: [GUEST] })
    },
  },
  {
    command: 'channels.leave',
    async run(world) {
      await addGuest(world)
      await world.testChat.http('channels.leave', { cid: world.cid }, { actAs: GUEST })
    },
  },
]

/** Joins and leaves; has no connection of its own. */
const GUEST = 'guest'

async function addGuest({ testChat, cid }: InvariantWorld): Promise<void> {
  await testChat.person(GUEST)
  await testChat.http('members.add', { cid, userIds: [GUEST] })
}

const settings: Omit<ChatCallInput<'channels.set'>, 'cid'>[] = [
  { pinned: true },
  { pinned: false },
  { archived: true },
  { archived: false },
  { hidden: true },
  { mutedUntil: '2030-01-01T00:00:00.000Z' },
  { mutedUntil: null },
]
