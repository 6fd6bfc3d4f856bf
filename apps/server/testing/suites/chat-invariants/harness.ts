import { applyCatchUp, applyFrame, applySnapshot, hasGap, type ChannelData } from '@fettle/chat-client'
import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import type { CatchUp, ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallResult, ChatOperationName } from '@fettle/protocol/chat/operations'
import type { RepliesAnswer } from '@fettle/chat-client'
import type { Reading } from '@fettle/protocol/chat/channels/read-state'
import { startTestChat, type TestChat, type TestClient } from '../../app/test-chat.ts'

/**
 * Invariant of the chat: an earlier snapshot plus the events of a command equals the later snapshot, checked against
 * the real service for every member.
 *
 * Every command that writes has a row in one of the `*.commands.ts` files beside this file, one per noun, gathered in
 * `commands.ts`. A row runs its command as the given user, or does nothing when there is no target. Each is run alone
 * and among all others.
 */
export interface InvariantCommand {
  command: ChatOperationName
  run(world: InvariantWorld, turn: CommandContext): Promise<unknown>
}

/** The acting user and a source of randomness. */
export interface CommandContext {
  who: string
  /** Picks an element; undefined when there is none. */
  pick<T>(from: readonly T[]): T | undefined
}

export const memberIds = ['ada', 'tunde', 'bola'] as const

/** A channel with three members, each with a device that records every frame. */
export interface InvariantWorld {
  testChat: TestChat
  cid: string
  /** Channel with the same members, as a target for forwarding. */
  elsewhere: string
}

export interface ScheduledCommand {
  row: InvariantCommand
  who: string
  n: number
}

/** State of one member before a run, and the events received during its commands. */
export interface MemberRecording {
  userId: string
  before: ChannelState
  /** Snapshot taken in the middle of the run. */
  between: ChannelState
  after: ChannelState
  frames: ChatFrame[]
  /** Response to a catch-up request from each sequence number. */
  catchUps: ReadonlyMap<number, CatchUp>
  /** All messages of the channel, and each of the member's threads with all replies. */
  messages: Message[]
  threads: { reading: Reading; replies: Message[] }[]
  /** Replies to messages that had some before, then and now; empty where the message was deleted for this member. */
  replies: { parentId: string; before: RepliesAnswer; after: RepliesAnswer }[]
  threadLists: { before: Threads; after: Threads }
}

type Threads = ChatCallResult<'threads.list'>

export interface InvariantHarness {
  /** Runs the commands in a new channel after `first`, and returns what each member received. */
  record(first: readonly ScheduledCommand[], commands: readonly ScheduledCommand[]): Promise<MemberRecording[]>
  close(): Promise<void>
}

export async function startInvariantHarness(): Promise<InvariantHarness> {
  const testChat = await startTestChat({ rateLimits: false })
  for (const id of memberIds) await testChat.person(id)
  const devices = new Map<string, TestClient>()
  for (const id of memberIds) devices.set(id, await testChat.connect(id))
  let channels = 0
  let markers = 0

  async function newChannel(kind: string): Promise<string> {
    channels += 1
    const { channel } = await testChat.http(
      'channels.create',
      { id: `${kind}-${channels}`, members: [...memberIds] },
      { actAs: 'ada' },
    )
    return channel.cid
  }

  async function run(world: InvariantWorld, { row, who, n }: ScheduledCommand): Promise<void> {
    testChat.clock.advance(1_000)
    await row.run(world, { who, pick: (from) => (from.length === 0 ? undefined : from[n % from.length]) })
  }

  /** Resolves once every member has received a marker frame, and therefore all frames before it. */
  async function awaitMarker(): Promise<void> {
    markers += 1
    const type = `invariants.marker_${'abcdefghij'[markers % 10]}`
    for (const device of devices.values()) {
      device.frames.splice(0, device.frames.length, ...device.frames.filter((frame) => frame.type !== 'user.signal'))
      await testChat.http('users.signal', { userId: device.userId, signal: { type } })
      await device.received('user.signal', ({ signal }) => signal.type === type)
    }
  }

  return {
    async record(first, commands) {
      const world = { testChat, cid: await newChannel('invariants'), elsewhere: await newChannel('elsewhere') }
      const state = (actAs: string) => testChat.http('channels.get', { cid: world.cid }, { actAs })
      for (const each of first) await run(world, each)
      await awaitMarker()
      for (const device of devices.values()) device.frames.length = 0
      const before = new Map<string, ChannelState>()
      for (const id of memberIds) before.set(id, await state(id))
      const parents = [...before.values()].flatMap(({ messages }) => messages.filter(({ replyCount }) => replyCount))
      const repliesFor = async (actAs: string) => {
        const answers = new Map<string, RepliesAnswer>()
        for (const messageId of new Set(parents.map(({ id }) => id))) {
          const input = { cid: world.cid, messageId, limit: 100 }
          const answer = await testChat.http('threads.replies', input, { actAs }).catch(() => undefined)
          if (answer) answers.set(messageId, answer)
        }
        return answers
      }
      const listFor = async (actAs: string) => {
        const answer = await testChat.http('threads.list', { limit: 100 }, { actAs })
        return { ...answer, threads: answer.threads.filter(({ cid }) => cid === world.cid) }
      }
      const repliesBefore = new Map<string, Map<string, RepliesAnswer>>()
      const listBefore = new Map<string, Threads>()
      for (const id of memberIds) {
        repliesBefore.set(id, await repliesFor(id))
        listBefore.set(id, await listFor(id))
      }
      const half = Math.ceil(commands.length / 2)
      for (const each of commands.slice(0, half)) await run(world, each)
      const between = new Map<string, ChannelState>()
      for (const id of memberIds) between.set(id, await state(id))
      for (const each of commands.slice(half)) await run(world, each)
      await awaitMarker()
      return Promise.all(
        memberIds.map(async (userId) => {
          const [start, middle] = [before.get(userId), between.get(userId)]
          if (!start || !middle) throw new Error('No snapshot was recorded before the commands')
          const catchUps = new Map<number, CatchUp>()
          for (let after = start.channel.lastSeq; !catchUps.get(after - 1) || after <= lastOf(catchUps); after += 1) {
            catchUps.set(after, await testChat.http('channels.events', { cid: world.cid, after }, { actAs: userId }))
          }
          const frames = (devices.get(userId)?.frames ?? []).filter(
            (frame) => 'cid' in frame && frame.cid === world.cid,
          )
          const options = { actAs: userId }
          const { messages } = await testChat.http('messages.list', { cid: world.cid, limit: 100 }, options)
          const threads: MemberRecording['threads'] = []
          for (const thread of (await testChat.http('threads.list', { limit: 100 }, options)).threads) {
            if (thread.cid !== world.cid) continue
            const input = { cid: world.cid, messageId: thread.parent.id, limit: 100 }
            const found = await testChat.http('threads.replies', input, options).catch(() => undefined)
            if (found) threads.push({ reading: thread.reading, replies: found.messages })
          }
          const after = await state(userId)
          const repliesAfter = await repliesFor(userId)
          const replies = [...(repliesBefore.get(userId) ?? [])].flatMap(([parentId, then]) => {
            const now = repliesAfter.get(parentId)
            return now ? [{ parentId, before: then, after: now }] : []
          })
          const listed = listBefore.get(userId)
          if (!listed) throw new Error('No threads were recorded before the commands')
          const threadLists = { before: listed, after: await listFor(userId) }
          return {
            replies,
            threadLists,
            userId,
            before: start,
            between: middle,
            after,
            frames,
            catchUps,
            messages,
            threads,
          }
        }),
      )
    },
    close: () => testChat.close(),
  }
}

const lastOf = (catchUps: ReadonlyMap<number, CatchUp>) => Math.max(...[...catchUps.values()].map((one) => one.lastSeq))

/** State of a member who knew `before`, received these frames, and then filled gaps. */
export function replay(record: MemberRecording, received: readonly ChatFrame[], from = record.before): ChannelData {
  return received.reduce(applyFrame, applySnapshot(undefined, from))
}

export function replayCatchUp(record: MemberRecording, data: ChannelData): ChannelData {
  const answer = record.catchUps.get(data.knownSeq)
  if (!answer) throw new Error(`No catch-up was recorded after sequence number ${data.knownSeq}`)
  return applyCatchUp(data, answer)
}

/** Parts of the state that must be equal, over the range both have. */
export function toComparable(data: ChannelData, other: ChannelData) {
  const from = Math.max(data.messages[0]?.seq ?? 0, other.messages[0]?.seq ?? 0)
  const messages = data.messages.filter(({ seq }) => seq >= from)
  return { channel: data.channel, membership: data.membership, knownSeq: data.knownSeq, gap: hasGap(data), messages }
}
