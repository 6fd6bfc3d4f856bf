import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { plainDateFields } from '../../../testing/plain-date-fields.tsx'
import * as dateFieldModule from '../../../ui/dates/date-field.tsx'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'
import type { SlotDraft } from '../../../shared/bookings/slot-field.tsx'
import { RebookSheet, RescheduleSheet } from './time-sheets.tsx'

replaceExports(apiModule, { call: async () => ({ conflicts: [], warnings: [], suggestions: [] }) })
replaceExports(dateFieldModule, plainDateFields)
const { draw, button, field } = setUpScreen()
beforeEach(() => sessionStorage.clear())
const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }

it('keeps the focus among the times when one is removed', async () => {
  const now = new Date('2026-11-24T12:00:00Z')
  await draw(<RescheduleSheet booking={bookingFixture()} offline={offline} now={now} onClose={() => undefined} />)
  await press(button('Add another option'))
  await press(button('Add another option'))
  const removes = () => [...document.querySelectorAll<HTMLElement>('[aria-label^="Remove time "]')]
  const remove = async (index: number) => {
    act(() => removes()[index]?.focus())
    await press(removes()[index] as HTMLElement)
  }
  await remove(2)
  expect(document.activeElement).toBe(removes()[1])
  await remove(0)
  expect(document.activeElement?.closest('li')?.textContent).toContain('Duration')
})

it('keeps the times to propose until they are sent, but opens at a time chosen since', async () => {
  const open = (key: string, slot?: SlotDraft) =>
    draw(
      <RescheduleSheet
        key={key}
        booking={bookingFixture()}
        offline={offline}
        now={new Date('2026-11-24T12:00:00Z')}
        onClose={() => undefined}
        {...(slot && { slot })}
      />,
    )
  await open('first')
  await type(field('Start'), '17:45')
  await press(button('Add another option'))
  await open('again')
  expect(field('Start').value).toBe('17:45')
  expect(document.querySelectorAll('[aria-label^="Remove time "]')).toHaveLength(2)
  await open('moved', { day: '2026-12-01', time: '07:15', minutes: 60 })
  expect(field('Start').value).toBe('07:15')
})

it('keeps the time to book again until it is sent', async () => {
  const open = (key: string) =>
    draw(
      <RebookSheet
        key={key}
        booking={bookingFixture()}
        offline={offline}
        now={new Date('2026-11-24T12:00:00Z')}
        onClose={() => undefined}
      />,
    )
  await open('first')
  await type(field('Start'), '17:45')
  await open('again')
  expect(field('Start').value).toBe('17:45')
  await press(button('Propose'))
  await open('afterwards')
  expect(field('Start').value).not.toBe('17:45')
})
