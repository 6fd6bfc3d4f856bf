import { afterEach, expect, it, vi } from 'vitest'
import { reportConnection } from '../../../lib/http/connection.ts'
import { offlineQueue, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { applyQueuedMutations } from '../offline/offline-actions.ts'
import { WorkLogSection } from './work-log-section.tsx'

const { draw, leave, button, press } = setUpScreen()
const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }

afterEach(async () => {
  await leave()
  for (const { id } of offlineQueue.get()) await offlineQueue.discard(id)
})

it('offers no correction of an entry that is not sent yet', async () => {
  const sent = {
    id: 'wrk_1',
    kind: 'WORK' as const,
    startedAt: '2026-11-25T08:00:00.000Z',
    endedAt: '2026-11-25T09:00:00.000Z',
    minutes: 60,
    editedReason: null,
  }
  const booking = bookingFixture({ status: 'IN_PROGRESS', workLog: [sent] })
  setQueueOwner('usr_1')
  reportConnection(false)
  await offlineQueue.add({ subject: booking.id, kind: 'timer-start', payload: { kind: 'TRAVEL' } })
  const withQueued = applyQueuedMutations(booking, offlineQueue.get())
  await draw(<WorkLogSection booking={withQueued} offline={offline} now={new Date()} />)
  expect(document.querySelectorAll('li')).toHaveLength(2)
  expect(document.querySelectorAll('[aria-label^="Edit: "]')).toHaveLength(1)
})

it('does not stop the timer with a second tap on its start', async () => {
  const running = { id: 'wrk_1', kind: 'WORK' as const, startedAt: '2026-11-25T08:00:00.000Z', endedAt: null }
  const booking = bookingFixture({
    status: 'IN_PROGRESS',
    workLog: [{ ...running, minutes: null, editedReason: null }],
  })
  const run = vi.fn(async () => true)
  const sending = { ...offline, run, isSending: (kind: string) => kind === 'timer-start' }
  await draw(<WorkLogSection booking={booking} offline={sending} now={new Date()} />)
  await press('Stop the timer')
  expect(run).not.toHaveBeenCalled()
})

it('keeps the focus on the button of the timer when it starts and stops', async () => {
  const entry = { id: 'wrk_1', kind: 'WORK' as const, startedAt: '2026-11-25T08:00:00.000Z', minutes: null }
  const booking = (endedAt: string | null) =>
    bookingFixture({ status: 'IN_PROGRESS', workLog: [{ ...entry, endedAt, editedReason: null }] })
  const show = (endedAt: string | null) =>
    draw(<WorkLogSection booking={booking(endedAt)} offline={offline} now={new Date()} />)
  await show('2026-11-25T09:00:00.000Z')
  button('Start').focus()
  await show(null)
  expect(document.activeElement).toBe(button('Stop the timer'))
  await show('2026-11-25T10:00:00.000Z')
  expect(document.activeElement).toBe(button('Start'))
})
