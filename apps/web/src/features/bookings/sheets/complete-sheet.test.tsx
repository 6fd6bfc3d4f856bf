import type { BookingDetails } from '@fettle/protocol/bookings'
import { expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { CompleteSheet } from './complete-sheet.tsx'

const { draw, field, button } = setUpScreen()

/** Describes the work and presses Complete, with one item of the checklist. Returns the call that completes. */
async function complete(item: { required: boolean; done: boolean }) {
  const run = vi.fn(async () => true)
  const offline = { run, isSending: () => false, failed: undefined, forget: () => undefined }
  const checklist = [{ id: 'chk_1', label: 'Water is off', type: 'CHECK', ...item }] as BookingDetails['checklist']
  const booking = bookingFixture({ checklist })
  await draw(<CompleteSheet booking={booking} offline={offline} now={new Date()} onClose={() => undefined} />)
  await type(field('What was done'), 'Changed the tap.')
  await press(button('Complete'))
  return run
}

it('a job is not completed while a required item is open, and the sheet says which', async () => {
  expect(await complete({ required: true, done: false })).not.toHaveBeenCalled()
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('Water is off')
})

it.each([
  { required: true, done: true },
  { required: false, done: false },
])('a job with the item %o is completed', async (item) => {
  expect(await complete(item)).toHaveBeenCalledWith('complete', { summary: 'Changed the tap.' })
})
