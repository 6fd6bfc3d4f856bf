import { expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { LateSheet } from './time-sheets.tsx'

const { draw, text } = setUpScreen()

const startAt = '2026-03-02T11:00:00Z'
const free = "If you're more than an hour late, the customer can cancel for free."

it.each([
  ['on time', '2026-03-02T10:50:00Z', 0, false],
  ['an hour after the start', '2026-03-02T12:00:00Z', 0, true],
  ['an hour after the start, within the arrival window', '2026-03-02T12:00:00Z', 120, false],
] as const)(
  'tells truly whether the customer may cancel for free: %s',
  async (_, now, arrivalWindowMinutes, isFree) => {
    const booking = bookingFixture({ startAt, endAt: '2026-03-02T13:00:00Z', arrivalWindowMinutes })
    const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }
    await draw(<LateSheet booking={booking} offline={offline} now={new Date(now)} onClose={() => undefined} />)
    expect(text().includes(free)).toBe(isFree)
  },
)
