import { expect, it } from 'vitest'
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
