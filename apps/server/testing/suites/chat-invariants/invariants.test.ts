import {
  applyFrame,
  applyReadingsFrame,
  applyReplies,
  applySnapshot,
  applyThreadFrame,
  applyThreadsFrame,
  emptyThread,
  hasGap,
} from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { chatOperations } from '@fettle/protocol/chat/operations'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  replayCatchUp,
  toComparable,
  memberIds,
  replay,
  startInvariantHarness,
  type InvariantHarness,
  type MemberRecording,
  type ScheduledCommand,
} from './harness.ts'
import { invariantCommands, commandsWithoutInvariant } from './commands.ts'

// Reproducible commands; set a seed to vary them.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['INVARIANT_SEED'] ?? 1) })

let harness: InvariantHarness
beforeAll(async () => {
  harness = await startInvariantHarness()
})
afterAll(() => harness.close())

const scheduledCommand = (from = invariantCommands): fc.Arbitrary<ScheduledCommand> =>
  fc.record({ row: fc.constantFrom(...from), who: fc.constantFrom(...memberIds), n: fc.nat(1_000) })
const send = invariantCommands.filter(({ command }) => command === 'messages.send')

function expectInvariants(record: MemberRecording): void {
  const fresh = applySnapshot(undefined, record.after)
  const expectFresh = (data: ReturnType<typeof replay>): void => {
    expect(toComparable(data, fresh)).toEqual(toComparable(fresh, data))
  }
  expectFresh(replay(record, record.frames))
  // Twice, and in another order.
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...record.frames, ...record.frames], { minLength: record.frames.length * 2 }),
      (received) => {
        expectFresh(replay(record, received))
      },
    ),
    { numRuns: 30 },
  )
  // With some frames lost and the rest reordered.
  fc.assert(
    fc.property(fc.shuffledSubarray(record.frames), (received) => {
      const end = replayCatchUp(record, replay(record, received))
      expect(hasGap(end)).toBe(false)
      expectFresh(end)
    }),
    { numRuns: 30 },
  )
  // With a snapshot in the middle.
  fc.assert(
    fc.property(fc.shuffledSubarray(record.frames), fc.nat(record.frames.length), (received, cut) => {
      const half = replay(record, received.slice(0, cut))
      const end = received.slice(cut).reduce(applyFrame, applySnapshot(half, record.between))
      expectFresh(replayCatchUp(record, end))
    }),
    { numRuns: 30 },
  )
}

/** Checks the same invariants for each thread and the list of threads. */
function expectThreadInvariants({ frames, replies, threadLists }: MemberRecording): void {
  for (const { parentId, before, after } of replies) {
    const start = applyReplies(emptyThread, before, 'fresh')
    const fresh = applyReplies(emptyThread, after, 'fresh')
    fc.assert(
      fc.property(fc.shuffledSubarray([...frames, ...frames], { minLength: frames.length * 2 }), (received) => {
        const end = received.reduce((data, frame) => applyThreadFrame(data, parentId, frame), start)
        expect({ ...end, detached: [], hidden: [], hasOlder: false }).toEqual({ ...fresh, hasOlder: false })
      }),
      { numRuns: 10 },
    )
  }
  const { threads, unreadThreads } = threadLists.before
  const listBefore = { threads, unreadThreads }
  const list = frames.reduce<typeof listBefore | undefined>(
    (state, frame) => state && applyThreadsFrame(state, frame),
    listBefore,
  )
  const unread = Object.fromEntries(
    threads.flatMap(({ parent, reading }) => (reading.unreadCount > 0 ? [[parent.id, reading] as const] : [])),
  )
  fc.assert(
    fc.property(fc.shuffledSubarray([...frames, ...frames], { minLength: frames.length * 2 }), (received) => {
      const end = received.reduce(applyReadingsFrame, unread)
      for (const { parent, reading } of threadLists.after.threads)
        expect(end[parent.id]?.unreadCount ?? 0).toBe(reading.unreadCount)
    }),
    { numRuns: 10 },
  )
  // Undefined when it has detected a gap.
  if (list) expect(list).toEqual({ threads: threadLists.after.threads, unreadThreads: threadLists.after.unreadThreads })
}

/** Expects unread counts that equal the number of unread messages. */
function expectExactUnreadCounts({ userId, after, messages, threads }: MemberRecording): void {
  const unread = (from: readonly Message[], seq: number) =>
    from.filter((message) => message.seq > seq && message.user?.id !== userId && message.kind === 'regular').length
  const { lastReadSeq, unreadCount } = after.membership?.reading ?? { lastReadSeq: 0, unreadCount: 0 }
  expect(unreadCount).toBe(unread(messages, lastReadSeq))
  for (const { reading, replies } of threads) expect(reading.unreadCount).toBe(unread(replies, reading.lastReadSeq))
}

describe('the invariant: a snapshot plus the events of a command equals the later snapshot', () => {
  it('covers every command', () => {
    const covered = new Set([...invariantCommands.map(({ command }) => command), ...commandsWithoutInvariant])
    expect(chatOperations.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
  })

  it.each(invariantCommands.map((row) => [row.command, row] as const))('holds for %s', async (_, row) => {
    expect.hasAssertions()
    const first = fc.sample(scheduledCommand(send), { numRuns: 6 })
    const commands = fc.sample(scheduledCommand([row, row, row, ...send]), { numRuns: 12 })
    for (const record of await harness.record(first, commands)) expectInvariants(record)
  })

  it('holds for all commands in random order, with exact unread counts', async () => {
    expect.hasAssertions()
    await fc.assert(
      fc.asyncProperty(
        fc.array(scheduledCommand(), { minLength: 3, maxLength: 12 }),
        fc.array(scheduledCommand(), { minLength: 10, maxLength: 40 }),
        async (first, commands) => {
          for (const record of await harness.record(first, commands)) {
            expectInvariants(record)
            expectExactUnreadCounts(record)
            expectThreadInvariants(record)
          }
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
