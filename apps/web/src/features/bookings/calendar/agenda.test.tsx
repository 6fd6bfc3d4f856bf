import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { Agenda } from './agenda.tsx'

const { draw, text } = setUpScreen()

it('says once that a day is empty', async () => {
  const day = '2026-12-09'
  const agenda = { entries: [], timeZone: 'Africa/Lagos', now: new Date('2026-12-01T08:00:00Z'), isLoading: false }
  const load = { date: day, loadMinutes: 0, workingMinutes: 480, hours: [] }
  await draw(<Agenda {...agenda} days={[day]} loads={[load]} href={(id) => id} />)
  expect(text()).toContain('No jobs')
  expect(text()).not.toContain('Nothing planned')
  await draw(<Agenda {...agenda} days={[day]} loads={[]} href={(id) => id} />)
  expect(text()).toContain('Nothing planned')
})
