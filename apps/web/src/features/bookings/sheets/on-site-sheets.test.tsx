import { expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { StartCodeSheet } from './on-site-sheets.tsx'

const { draw, field, button } = setUpScreen()

it('the start code may be typed with Arabic digits', async () => {
  const run = vi.fn(async () => true)
  const offline = { run, isSending: () => false, failed: undefined, forget: () => undefined }
  await draw(<StartCodeSheet booking={bookingFixture()} offline={offline} now={new Date()} onClose={() => undefined} />)
  await type(field('Start code'), '٤٧١١')
  await press(button('Start work'))
  expect(run).toHaveBeenCalledWith('start', { startCode: '4711' })
})
