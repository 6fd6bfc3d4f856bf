import type { BookingSeries } from '@fettle/protocol/bookings/series'
import { beforeEach, expect, it } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { SlotField } from '../../shared/bookings/slot-field.tsx'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { SlotConflicts } from './detail/slot-taken.tsx'
import { AffectedVisits } from './series/affected-visits.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return { conflicts: [], warnings: [], suggestions: [], occurrences: [], keptOccurrences: [] }
  },
})
const { draw, button, press, text } = setUpScreen({ queries: { retry: false } })
const now = new Date('2026-11-24T12:00:00Z')
const series = { id: 'ser_1', timeZone: 'UTC', occurrences: [] } as unknown as BookingSeries

beforeEach(() => void (server.isAway = true))

it.each([
  [
    "We couldn't check whether you're free.",
    <SlotField
      key=""
      value={{ day: '2026-11-25', time: '08:00', minutes: 60 }}
      onChange={() => undefined}
      timeZone="UTC"
      now={now}
    />,
  ],
  ["We couldn't load what takes this time.", <SlotConflicts key="" booking={bookingFixture()} now={now} />],
  [
    "We couldn't check these visits.",
    <AffectedVisits
      key=""
      series={series}
      visits={{ scope: 'ALL' }}
      time={{ localStart: '09:00', minutes: '' }}
      now={now}
    />,
  ],
])('says “%s”, and tries again', async (message, part) => {
  await draw(part)
  await waitFor(() => expect(text()).toContain(message))
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).not.toContain(message))
  expect(button('Try again')).toBeUndefined()
})
