import type { OfferDetails } from '@fettle/protocol/offers'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { reportConnection } from '../../../lib/http/connection.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { RemindersSection } from './reminders-section.tsx'

const { draw, field, text } = setUpScreen()
const now = new Date('2026-11-30T10:00:00Z')
const nextAutomaticAt = '2026-12-01T23:20:00Z'
const offer = {
  id: 'off_1',
  version: 1,
  customer: { name: 'Ngozi Eze' },
  timeZone: 'Pacific/Kiritimati',
  reminders: { sent: 0, automatic: true, nextAutomaticAt },
} as unknown as OfferDetails

afterEach(() => act(() => reportConnection(true)))

it('says when the next reminder is sent by the clock of the reader, as the history does', async () => {
  await draw(<RemindersSection offer={offer} now={now} />)
  expect(text()).toContain(`Next: ${momentText(nextAutomaticAt, ownTimeZone(), now)}.`)
})

it('keeps the focus when the connection is lost, and changes nothing until it is back', async () => {
  await draw(<RemindersSection offer={offer} now={now} />)
  const checkbox = field('Remind Ngozi Eze automatically')
  checkbox.focus()
  act(() => reportConnection(false))
  expect([document.activeElement, checkbox.ariaDisabled]).toEqual([checkbox, 'true'])
  act(() => checkbox.click())
  expect(checkbox.checked).toBe(true)
})
