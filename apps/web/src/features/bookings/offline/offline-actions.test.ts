import { describe, expect, it } from 'vitest'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { applyQueuedMutations } from './offline-actions.ts'

const booking = bookingFixture({
  status: 'CONFIRMED',
  allowedActions: ['start-travel', 'reschedule', 'cancel'],
  checklist: [
    {
      id: 'chk_1',
      label: 'Water off',
      type: 'CHECK',
      required: true,
      value: null,
      done: false,
      doneAt: null,
      note: null,
      photoId: null,
      offersExtraWork: false,
    },
  ],
})
let at = 0
const mutation = (
  kind: string,
  payload: Record<string, unknown> = {},
  state: QueuedMutation['state'] = 'waiting',
): QueuedMutation => ({
  id: `deed-${++at}`,
  user: 'usr_1',
  subject: booking.id,
  kind,
  payload,
  occurredAt: `2026-11-25T08:00:0${at % 10}.000Z`,
  tries: 0,
  state,
})

describe('a booking with queued mutations', () => {
  it('has the status after the last step, and offers the next one', () => {
    const later = applyQueuedMutations(booking, [mutation('start-travel'), mutation('arrive'), mutation('start')])
    expect(later.status).toBe('IN_PROGRESS')
    expect(later.allowedActions).toEqual(['pause', 'complete'])
    expect(later.startedAt).not.toBeNull()
  })

  it('offers no actions that need a connection', () => {
    expect(applyQueuedMutations(booking, [mutation('arrive')]).allowedActions).toEqual(['start'])
  })

  it('includes queued answers, notes, contact attempts and timers', () => {
    const later = applyQueuedMutations(booking, [
      mutation('checklist', { itemId: 'chk_1', done: true }),
      mutation('note', { text: 'Bring a valve' }),
      mutation('contact', { method: 'CALL' }),
      mutation('timer-start', { kind: 'WORK' }),
      mutation('timer-stop'),
    ])
    expect(later.contactAttempts.map(({ method }) => method)).toEqual(['CALL'])
    expect(later.checklist[0]?.done).toBe(true)
    expect(later.privateNotes.map(({ text }) => text)).toEqual(['Bring a valve'])
    expect(later.workLog[0]?.endedAt).not.toBeNull()
  })

  it('ignores mutations that need review, and those of other bookings', () => {
    const other = { ...mutation('arrive'), subject: 'bkg_2' }
    expect(applyQueuedMutations(booking, [mutation('start-travel', {}, 'review'), other])).toEqual(booking)
  })

  it('ignores steps after one that needs review, but keeps notes', () => {
    const later = applyQueuedMutations(booking, [
      mutation('start-travel', {}, 'review'),
      mutation('arrive'),
      mutation('note', { text: 'Bring a valve' }),
    ])
    expect([later.status, later.allowedActions]).toEqual([booking.status, booking.allowedActions])
    expect(later.privateNotes).toHaveLength(1)
  })
})
