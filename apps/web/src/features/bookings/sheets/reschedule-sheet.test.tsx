import { act } from 'react'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { RescheduleSheet } from './time-sheets.tsx'

replaceExports(apiModule, { call: async () => ({ conflicts: [], warnings: [], suggestions: [] }) })
const { draw, button } = setUpScreen()
const offline = { run: async () => true, busy: undefined, failed: undefined, forget: () => undefined }

it('keeps the focus among the times when one is removed', async () => {
  const now = new Date('2026-11-24T12:00:00Z')
  await draw(<RescheduleSheet booking={bookingFixture()} offline={offline} now={now} onClose={() => undefined} />)
  await press(button('Add another option'))
  await press(button('Add another option'))
  const removes = () => [...document.querySelectorAll<HTMLElement>('[aria-label="Remove time"]')]
  const remove = async (index: number) => {
    act(() => removes()[index]?.focus())
    await press(removes()[index] as HTMLElement)
  }
  await remove(2)
  expect(document.activeElement).toBe(removes()[1])
  await remove(0)
  expect(document.activeElement?.closest('li')?.textContent).toContain('Duration')
})
