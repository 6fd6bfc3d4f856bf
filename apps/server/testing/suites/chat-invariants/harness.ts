import { applyCatchUp, applyFrame, applySnapshot, hasGap, type ChannelData } from '@fettle/chat-client'
import type { ChannelState } from '@fettle/protocol/chat/channels'
import type { CatchUp, ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages'
import type { ChatCallResult, ChatOperationName } from '@fettle/protocol/chat/operations'
import type { RepliesAnswer } from '@fettle/chat-client'
import type { Reading } from '@fettle/protocol/chat/read-state'
import { startTestChat, type TestChat, type TestClient } from '../../app/test-chat.ts'

/**
 * The law of the chat: a snapshot before, with the events of a command, is the fresh snapshot after. Held against the
 * real service, for everybody in the channel.
 *
 * Every command that writes has a row. Commands live in `*.commands.ts` beside this file, one file per noun, and are gathered in
 * `commands.ts`: add yours there. A row does its command as the person whose turn it is, or nothing where there is nothing
 * to do it to; it is run by itself and in the middle of all the others.
 */
export interface InvariantCommand {
  command: ChatOperationName
  run(world: InvariantWorld, turn: CommandContext): Promise<unknown>
}

/** Whose turn it is, and chance, handed in. */
export interface CommandContext {
  who: string
  /** One of these, or none of none. */
  pick<T>(from: readonly T[]): T | undefined
}

export const memberIds = ['ada', 'tunde', 'bola'] as const

/** A channel of three, each with a device that hears everything. */
export interface InvariantWorld {
  testChat: TestChat
  cid: string
  /** Channel of the same people where what happens here does not matter: to forward to. */
  elsewhere: string
}

export interface ScheduledCommand {
  row: InvariantCommand
  who: string
  n: number
}

/** What one person could have known, and heard, around the commands of a run. */
export interface MemberRecording {
  userId: string
  before: ChannelState
  /** Taken in the middle of the run. */
  between: ChannelState
  after: ChannelState
  frames: ChatFrame[]
  /** What the service answers to somebody who knows the channel up to a place. */
  catchUps: ReadonlyMap<number, CatchUp>
  /** All of the channel, and each thread this person is in with all its replies. */
  messages: Message[]
  threads: { reading: Reading; replies: Message[] }[]
  /** The replies to each message that had some before, then and now; none where the message is gone for this person. */
  replies: { parentId: string; before: RepliesAnswer; after: RepliesAnswer }[]
  threadLists: { before: Threads; after: Threads }
}

type Threads = ChatCallResult<'threads.list'>

export interface InvariantHarness {
  /** Runs the commands in a new channel that has seen `first` already, and answers what each person heard. */
  record(first: readonly ScheduledCommand[], commands: readonly ScheduledCommand[]): Promise<MemberRecording[]>
  close(): Promise<void>
}

export async function startInvariantHarness(): Promise<InvariantHarness> {
  const testChat = await startTestChat({ rateLimits: false })
  for (const id of memberIds) await testChat.person(id)
  const devices = new Map<string, TestClient>()
  for (const id of memberIds) devices.set(id, await testChat.connect(id))
  let channels = 0
  let fences = 0

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

  /** Once everybody hears the fence, everybody has heard what came before it. */
  async function fence(): Promise<void> {
    fences += 1
    const type = `law.fence_${'abcdefghij'[fences % 10]}`
    for (const device of devices.values()) {
      device.frames.splice(0, device.frames.length, ...device.frames.filter((frame) => frame.type !== 'user.signal'))
      await testChat.http('users.signal', { userId: device.userId, signal: { type } })
      await device.received('user.signal', ({ signal }) => signal.type === type)
    }
  }

  return {
    async record(first, commands) {
      const world = { testChat, cid: await newChannel('law'), elsewhere: await newChannel('elsewhere') }
      const state = (actAs: string) => testChat.http('channels.get', { cid: world.cid }, { actAs })
      for (const each of first) await run(world, each)
      await fence()
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
      await fence()
      return Promise.all(
        memberIds.map(async (userId) => {
          const [start, middle] = [before.get(userId), between.get(userId)]
          if (!start || !middle) throw new Error('Nothing was known before')
          const catchUps = new Map<number, CatchUp>()
          for (let after = start.channel.lastSeq; !catchUps.get(after - 1) || after <= lastOf(catchUps); after += 1) {
            catchUps.set(after, await testChat.http('channels.events', { cid: world.cid, after }, { actAs: userId }))
          }
          const frames = (devices.get(userId)?.frames ?? []).filter(
            (frame) => 'cid' in frame && frame.cid === world.cid,
          )
          const asked = { actAs: userId }
          const { messages } = await testChat.http('messages.list', { cid: world.cid, limit: 100 }, asked)
          const threads: MemberRecording['threads'] = []
          for (const thread of (await testChat.http('threads.list', { limit: 100 }, asked)).threads) {
            if (thread.cid !== world.cid) continue
            const input = { cid: world.cid, messageId: thread.parent.id, limit: 100 }
            const found = await testChat.http('threads.replies', input, asked).catch(() => undefined)
            if (found) threads.push({ reading: thread.reading, replies: found.messages })
          }
          const after = await state(userId)
          const repliesAfter = await repliesFor(userId)
          const replies = [...(repliesBefore.get(userId) ?? [])].flatMap(([parentId, then]) => {
            const now = repliesAfter.get(parentId)
            return now ? [{ parentId, before: then, after: now }] : []
          })
          const known = listBefore.get(userId)
          if (!known) throw new Error('No threads were known before')
          const threadLists = { before: known, after: await listFor(userId) }
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

/** Where somebody stands who knew `before` and heard these frames, and then, if there is a hole, asked. */
export function replay(record: MemberRecording, heard: readonly ChatFrame[], from = record.before): ChannelData {
  return heard.reduce(applyFrame, applySnapshot(undefined, from))
}

export function replayCatchUp(record: MemberRecording, data: ChannelData): ChannelData {
  const answer = record.catchUps.get(data.knownSeq)
  if (!answer) throw new Error(`Nobody asked after ${data.knownSeq}`)
  return applyCatchUp(data, answer)
}

/** What has to be the same, over the stretch of history that both have. */
export function toComparable(data: ChannelData, other: ChannelData) {
  const from = Math.max(data.messages[0]?.seq ?? 0, other.messages[0]?.seq ?? 0)
  const messages = data.messages.filter(({ seq }) => seq >= from)
  return { channel: data.channel, membership: data.membership, knownSeq: data.knownSeq, gap: hasGap(data), messages }
}
