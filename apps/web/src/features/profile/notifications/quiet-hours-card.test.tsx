import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { QuietHours } from '../../../shared/forms/quiet-hours.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { QuietHoursCard } from './quiet-hours-card.tsx'

const { draw, text } = setUpScreen()
const show = (from: string) => draw(<QuietHoursCard quiet={{ isOn: true, from, until: '07:00' }} onChange={() => {}} />)

it('shows the hours that are saved, also when they change while it is open', async () => {
  await show('22:00')
  await waitFor(() => expect(text()).toContain('10'))
  await show('23:00')
  expect(text()).toContain('11')
})

it('says why hours that start and end at the same time are not saved', async () => {
  const onChange = vi.fn<(quiet: QuietHours) => void>()
  Object.defineProperty(HTMLElement.prototype, 'isContentEditable', {
    configurable: true,
    get(this: HTMLElement) {
      return this.getAttribute('contenteditable') === 'true'
    },
  })
  await draw(<QuietHoursCard quiet={{ isOn: true, from: '21:00', until: '09:00' }} onChange={onChange} />)
  await act(() => import('../../../ui/dates/date-control.tsx'))
  const dayPeriod = () => [...document.querySelectorAll<HTMLElement>('[data-type=dayPeriod]')][1]
  act(() => dayPeriod()?.focus())
  act(() => {
    document.activeElement?.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertText', data: 'p', bubbles: true, cancelable: true }),
    )
  })
  act(() => dayPeriod()?.blur())
  expect(text()).toContain('Choose an end other than the start.')
  expect(onChange).not.toHaveBeenCalled()
})
