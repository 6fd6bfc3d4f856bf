import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPollFrame, noPolls } from '../polls.ts'
import { applyReminderFrame, listReminders, noReminders } from '../threads/reminders.ts'
import { applyScheduledFrame, listScheduled } from '../composer/scheduled.ts'

/** Invariant of states beside the channel: if updates come twice, late or out of order, the newest of each counts. */

const at = '2026-03-02T11:00:00.000Z'
const cid = 'messaging:a'
const ids = ['m1', 'm2', 'm3']

const reminder = (messageId: string, version: number): Reminder => ({
  cid,
  messageId,
  remindAt: null,
  firedAt: null,
  createdAt: at,
  updatedAt: at,
  excerpt: `${version}`,
  author: null,
  version,
})
const scheduled = (messageId: string, version: number, state: ScheduledMessage['state']): ScheduledMessage => ({
  cid,
  messageId,
  text: `${version}`,
  sendAt: at,
  state,
  problem: null,
  reason: null,
  createdAt: at,
  version,
})

/** What happened to each thing, told once each in some order, and some of it again. */
const deliveryOrders = <Frame>(history: fc.Arbitrary<Frame[]>) =>
  history.chain((frames) =>
    fc.tuple(
      fc.constant(frames),
      fc.shuffledSubarray(frames, { minLength: frames.length }),
      fc.array(fc.constantFrom(...frames), { maxLength: 5 }),
    ),
  )

const versionHistories = (steps: number) =>
  fc
    .array(fc.record({ id: fc.constantFrom(...ids), ends: fc.boolean() }), { minLength: 1, maxLength: steps })
    .map((each) => {
      const versions = new Map<string, number>()
      return each.map(({ id, ends }) => {
        const version = (versions.get(id) ?? 0) + 1
        versions.set(id, version)
        return { id, ends, version }
      })
    })

describe('versioned collections keep the newest state', () => {
  it('of reminders, without restoring deleted ones', () => {
    const history = versionHistories(12).map((steps) =>
      steps.map(({ id, ends, version }): ChatFrame =>
        ends
          ? { type: 'reminder.deleted', cid, messageId: id, version }
          : { type: 'reminder.changed', cid, reminder: reminder(id, version) },
      ),
    )
    fc.assert(
      fc.property(deliveryOrders(history), ([inOrder, mixed, repeated]) => {
        const right = listReminders(inOrder.reduce(applyReminderFrame, noReminders))
        expect(listReminders([...mixed, ...repeated].reduce(applyReminderFrame, noReminders))).toEqual(right)
      }),
    )
  })

  it('of scheduled messages', () => {
    const history = versionHistories(12).map((steps) =>
      steps.map(({ id, ends, version }): ChatFrame => ({
        type: 'scheduled.changed',
        cid,
        scheduled: scheduled(id, version, ends ? 'sent' : 'waiting'),
      })),
    )
    fc.assert(
      fc.property(deliveryOrders(history), ([inOrder, mixed, repeated]) => {
        const right = listScheduled(inOrder.reduce(applyScheduledFrame, {}))
        expect(listScheduled([...mixed, ...repeated].reduce(applyScheduledFrame, {}))).toEqual(right)
      }),
    )
  })

  it('and their identity when nothing changes', () => {
    const own = { optionIds: ['opt_1'], answer: null, version: 2 }
    const first = applyPollFrame(noPolls, { type: 'poll.voted', cid, pollId: 'p', own })
    expect(applyPollFrame(first, { type: 'poll.voted', cid, pollId: 'p', own: { ...own, version: 1 } })).toBe(first)
    expect(applyPollFrame(first, { type: 'resync' })).toBe(first)
  })
})
