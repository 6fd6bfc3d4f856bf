import { noReminders } from '@fettle/chat-client'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { describe, expect, it } from 'vitest'
import { countDue, groupSaved } from './due.ts'

const now = new Date('2026-11-21T17:00:00Z')
const reminder = (messageId: string, more: Partial<Reminder>): Reminder => ({
  cid: 'messaging:a',
  messageId,
  remindAt: null,
  firedAt: null,
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-20T09:00:00Z',
  excerpt: 'The valve',
  author: null,
  version: 1,
  ...more,
})

const fired = reminder('fired', { remindAt: '2026-11-21T16:00:00Z', firedAt: '2026-11-21T16:00:01Z' })
const late = reminder('late', { remindAt: '2026-11-21T16:59:59Z' })
const soon = reminder('soon', { remindAt: '2026-11-21T17:00:01Z' })
const later = reminder('later', { remindAt: '2026-11-25T08:00:00Z' })
const old = reminder('old', {})
const fresh = reminder('fresh', { createdAt: '2026-11-21T09:00:00Z' })
const all = [later, fired, old, soon, fresh, late]
const ids = (reminders: readonly Reminder[]) => reminders.map(({ messageId }) => messageId)

describe('saved messages', () => {
  it('are due from their time on, whether or not notified', () => {
    const remindersById = Object.fromEntries(all.map((each) => [each.messageId, each]))
    expect(countDue({ ...noReminders, reminders: remindersById }, now)).toBe(2)
    expect(countDue(noReminders, now)).toBe(0)
  })

  it('are grouped into due, upcoming by time, and without a time', () => {
    const { due, upcoming, untimed } = groupSaved(all, now)
    expect(ids(due)).toEqual(['late', 'fired'])
    expect(ids(upcoming)).toEqual(['soon', 'later'])
    expect(ids(untimed)).toEqual(['fresh', 'old'])
  })
})
