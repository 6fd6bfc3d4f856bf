import type { ChannelState, Member } from '@fettle/protocol/chat/channels/channels'
import type { CatchUp, ChatEvent, ChatFrame } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { member } from '../testing/fake-service.ts'
import { applyCatchUp, applyFrame, applyPage, applySnapshot, hasGap, type ChannelData } from './channel.ts'

const at = (seq: number) => new Date(Date.UTC(2026, 2, 2, 11, 0, seq)).toISOString()
const CID = 'messaging:test'
const PEOPLE = ['ada', 'tunde'] as const

type Command = { type: 'send' | 'reply' | 'read' | 'deliver'; who: (typeof PEOPLE)[number] }

/** The service in miniature: what it keeps, and the frames Ada hears about each change. */
function createModel() {
  const messages: Message[] = []
  const isReply = ({ parentId }: Message) => parentId !== undefined
  /** Messages of the channel. Replies belong to their threads. */
  const timeline = () => messages.filter((message) => !isReply(message))
  const members = new Map<string, Member>(PEOPLE.map((userId) => [userId, member(userId)]))
  let reading = { version: 0, lastReadSeq: 0, unreadCount: 0 }

  const raise = (userId: string, change: Partial<Member>) => {
    const before = members.get(userId)
    if (before) members.set(userId, { ...before, ...change })
  }

  const lastReplyAfter = (seq: number): Pick<ChannelState, 'lastReplyAt'> => {
    const last = messages.at(-1)
    return last && isReply(last) && last.seq > seq ? { lastReplyAt: last.createdAt } : {}
  }

  const events = (): ChatEvent[] =>
    messages.map((message) => ({ type: 'message.new', cid: CID, seq: message.seq, at: message.createdAt, message }))

  return {
    snapshot: (): ChannelState => ({
      ...lastReplyAfter(timeline().at(-1)?.seq ?? Infinity),
      channel: {
        cid: CID,
        type: 'messaging',
        id: 'test',
        name: null,
        image: null,
        createdBy: 'ada',
        createdAt: at(0),
        lastMessageAt: messages.at(-1)?.createdAt ?? null,
        lastSeq: messages.length,
        members: [...members.values()],
        custom: {},
      },
      membership: {
        reading,
        settings: { version: 0, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null },
      },
      messages: timeline().slice(-chatLimits.channelMessages),
      hasOlder: timeline().length > chatLimits.channelMessages,
    }),
    catchUp(after: number): CatchUp {
      const { channel, membership } = this.snapshot()
      return {
        events: events().slice(after),
        reset: false,
        lastSeq: channel.lastSeq,
        members: channel.members,
        membership,
      }
    },
    page(before: number, limit: number) {
      const older = timeline().filter(({ seq }) => seq < before)
      return { messages: older.slice(-limit), hasOlder: older.length > limit, hasNewer: true }
    },
    run({ type, who }: Command): ChatFrame[] {
      const last = messages.length
      if (type === 'send' || type === 'reply') {
        const seq = last + 1
        const message: Message = {
          id: `m${seq}`,
          cid: CID,
          seq,
          user: { id: who, name: who, image: null },
          kind: 'regular',
          text: `${seq}`,
          createdAt: at(seq),
          ...(type === 'reply' && last > 0 ? { parentId: 'm1' } : {}),
        }
        messages.push(message)
        if (who !== 'ada') reading = { ...reading, version: reading.version + 1, unreadCount: reading.unreadCount + 1 }
        return [{ type: 'message.new', cid: CID, seq, at: at(seq), message, ...(who === 'ada' ? {} : { reading }) }]
      }
      const current = members.get(who)
      if (!current || last === 0) return []
      if (type === 'deliver') {
        if (current.deliveredSeq >= last) return []
        raise(who, { deliveredSeq: last })
        return [{ type: 'message.delivered', cid: CID, userId: who, deliveredSeq: last }]
      }
      if (current.lastReadSeq >= last) return []
      const lastReadAt = at(1_000 + last)
      raise(who, { lastReadSeq: last, lastReadAt, deliveredSeq: Math.max(current.deliveredSeq, last) })
      const mark: ChatFrame = { type: 'message.read', cid: CID, userId: who, lastReadSeq: last, lastReadAt }
      if (who !== 'ada') return [mark]
      reading = { version: reading.version + 1, lastReadSeq: last, unreadCount: 0 }
      return [mark, { type: 'reading.updated', cid: CID, reading }]
    },
  }
}

const commands = (maxLength: number) =>
  fc.array(
    fc.record<Command>({
      type: fc.constantFrom('send', 'send', 'reply', 'read', 'deliver'),
      who: fc.constantFrom(...PEOPLE),
    }),
    {
      maxLength,
    },
  )

/** Cut to what a fresh snapshot contains: a client that has seen more knows more. */
function comparable(data: ChannelData) {
  const messages = data.messages.slice(-chatLimits.channelMessages)
  const lastAt = messages.at(-1)?.createdAt ?? ''
  const lastReplyAt = data.lastReplyAt !== undefined && data.lastReplyAt > lastAt ? data.lastReplyAt : undefined
  return { ...data, messages, hasOlder: undefined, lastReplyAt }
}

/** The frames, some of them twice, in another order. */
const doubledAndShuffled = (frames: readonly ChatFrame[]) =>
  fc
    .tuple(fc.shuffledSubarray([...frames], { minLength: frames.length }), fc.subarray([...frames]))
    .chain(([all, repeated]) => fc.shuffledSubarray([...all, ...repeated], { minLength: all.length + repeated.length }))

describe("the client's state of a channel", () => {
  it('equals a fresh snapshot after any order and repetition of events', () => {
    fc.assert(
      fc.property(commands(20), commands(40), fc.gen(), (before, after, gen) => {
        const model = createModel()
        before.forEach((command) => model.run(command))
        const start = applySnapshot(undefined, model.snapshot())
        const frames = after.flatMap((command) => model.run(command))
        const end = gen(doubledAndShuffled, frames).reduce(applyFrame, start)
        expect(comparable(end)).toEqual(comparable(applySnapshot(undefined, model.snapshot())))
      }),
    )
  })

  it('equals it after lost frames, once the gap is filled', () => {
    fc.assert(
      fc.property(commands(20), commands(40), fc.gen(), (before, after, gen) => {
        const model = createModel()
        before.forEach((command) => model.run(command))
        const start = applySnapshot(undefined, model.snapshot())
        const frames = after.flatMap((command) => model.run(command))
        const received = gen(fc.shuffledSubarray, frames)
        const partly = received.reduce(applyFrame, start)
        const end = applyCatchUp(partly, model.catchUp(partly.knownSeq))
        expect(hasGap(end)).toBe(false)
        expect(comparable(end)).toEqual(comparable(applySnapshot(undefined, model.snapshot())))
      }),
    )
  })

  it('equals it when the snapshot arrives between the frames', () => {
    fc.assert(
      fc.property(commands(15), commands(15), commands(15), fc.gen(), (before, between, after, gen) => {
        const model = createModel()
        before.forEach((command) => model.run(command))
        const start = applySnapshot(undefined, model.snapshot())
        const frames = between.flatMap((command) => model.run(command))
        const late = model.snapshot()
        const later = after.flatMap((command) => model.run(command))
        const received = gen(doubledAndShuffled, [...frames, ...later])
        const cut = gen(fc.nat, { max: received.length })
        const half = received.slice(0, cut).reduce(applyFrame, start)
        const end = received.slice(cut).reduce(applyFrame, applySnapshot(half, late))
        expect(comparable(end)).toEqual(comparable(applySnapshot(undefined, model.snapshot())))
      }),
    )
  })

  it('detects a gap, and when it is filled', () => {
    const model = createModel()
    const start = applySnapshot(undefined, model.snapshot())
    const [first, second] = [model.run({ type: 'send', who: 'tunde' }), model.run({ type: 'send', who: 'tunde' })]
    const withGap = second.reduce(applyFrame, start)
    expect(hasGap(withGap)).toBe(true)
    expect(hasGap(first.reduce(applyFrame, withGap))).toBe(false)
  })

  it('forgets the last reply in a thread when it is deleted', () => {
    const model = createModel()
    const start = applySnapshot(undefined, model.snapshot())
    const frames = [...model.run({ type: 'send', who: 'tunde' }), ...model.run({ type: 'reply', who: 'tunde' })]
    const replied = frames.reduce(applyFrame, start)
    expect(replied.lastReplyAt).toBe(at(2))
    const [reply] = frames.flatMap((frame) => (frame.type === 'message.new' && frame.seq === 2 ? [frame.message] : []))
    if (!reply) throw new Error('No reply')
    const message: Message = { ...reply, kind: 'deleted', text: '', deletedAt: at(3), revision: 3 }
    const deleted = applyFrame(replied, {
      type: 'message.deleted',
      cid: CID,
      seq: 3,
      at: at(3),
      userId: 'tunde',
      message,
    })
    expect(deleted.lastReplyAt).toBeUndefined()
  })

  it('grows backwards by pages without gaps', () => {
    const model = createModel()
    for (let n = 0; n < 100; n += 1) model.run({ type: 'send', who: 'tunde' })
    let data = applySnapshot(undefined, model.snapshot())
    while (data.hasOlder) data = applyPage(data, model.page(data.messages[0]?.seq ?? 0, 30), 'older')
    expect(data.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  it('keeps the newer version of a message', () => {
    const model = createModel()
    model.run({ type: 'send', who: 'tunde' })
    const old = model.snapshot()
    const [message] = old.messages
    if (!message) throw new Error('No message')
    const edited = { ...message, text: 'edited', revision: 7 }
    const data = applySnapshot(undefined, { ...old, messages: [edited] })
    expect(applyPage(data, { messages: [message], hasOlder: false, hasNewer: false }, 'older').messages).toEqual([
      edited,
    ])
  })

  it('keeps its identity when nothing changes', () => {
    const model = createModel()
    const frames = model.run({ type: 'send', who: 'tunde' })
    const data = applySnapshot(undefined, model.snapshot())
    expect(frames.reduce(applyFrame, data).messages).toBe(data.messages)
    expect(
      applyFrame(data, { type: 'message.delivered', cid: 'messaging:other', userId: 'ada', deliveredSeq: 1 }),
    ).toBe(data)
  })
})
