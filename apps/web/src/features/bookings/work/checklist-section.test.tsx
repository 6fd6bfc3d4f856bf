import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { i18n } from '@lingui/core'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import { ChecklistSection } from './checklist-section.tsx'

const { draw, field, text } = setUpScreen()
const run = vi.fn(async (_kind: string, _payload?: Record<string, unknown>) => true)

const show = (value: number | null) => {
  const item = { id: 'chk_1', label: 'Length', type: 'NUMBER', required: false, done: false, value, photoId: null }
  const booking = bookingFixture({ status: 'IN_PROGRESS', checklist: [item as unknown as ChecklistItem] })
  const offline = { run, isSending: () => false, failed: undefined, forget: () => undefined }
  return draw(<ChecklistSection booking={booking} offline={offline} now={new Date()} onAsk={() => undefined} />)
}
const enter = (init: KeyboardEventInit = {}) =>
  act(async () => field('Length').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init })))

it('says that a reading is not a number', async () => {
  await show(null)
  await type(field('Length'), '12 mm')
  await enter()
  expect(run).not.toHaveBeenCalled()
  expect(text()).toContain('Enter a number')
})

it('leaves Enter to an input method', async () => {
  await show(null)
  await type(field('Length'), '12 mm')
  await enter({ isComposing: true })
  expect(text()).not.toContain('Enter a number')
})

it('takes Arabic digits and numbers below zero', async () => {
  await show(null)
  for (const [typed, value] of [
    ['١٢٫٥', 12.5],
    ['-3', -3],
  ] as const) {
    await type(field('Length'), typed)
    await enter()
    expect(run).toHaveBeenLastCalledWith('checklist', { itemId: 'chk_1', value })
  }
})

it('shows a reading as it is typed in the language, so that a corrected digit corrects no other', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await show(1.234)
  await type(field('Length'), field('Length').value.replace('4', '5'))
  await enter()
  expect(run).toHaveBeenLastCalledWith('checklist', { itemId: 'chk_1', value: 1.235 })
})

it('keeps the focus when the answer is saved, and the text when it is refused', async () => {
  await show(null)
  await act(async () => field('Length').focus())
  await type(field('Length'), '12')
  await enter()
  await show(12)
  expect(document.activeElement).toBe(field('Length'))
  run.mockResolvedValueOnce(false)
  await type(field('Length'), '13')
  await enter()
  expect(field('Length').value).toBe('13')
})
