import { expect, it, vi } from 'vitest'
import { RequestPage } from '../screens/request.tsx'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { press, readScreen, show, type } from '../testing/screen.ts'
import { TimeChoice } from './time-choice.tsx'

/** Far from every zone in which this runs. */
const timeZone = 'Pacific/Kiritimati'
const slot = (hour: string) => ({ startAt: `2026-12-02T${hour}:00:00.000Z`, endAt: `2026-12-02T${hour}:59:00.000Z` })

it('shows free times, and writes further ones, in the time zone of the work', async () => {
  answerCalls({
    getProvider: () => ({ name: 'Ada' }),
    listSlots: () => ({ timeZone, slots: [slot('18'), slot('19')] }),
    createBooking: () => ({ id: 'bkg_1' }),
  })
  await show(<RequestPage providerId="usr_1" wants="job" />)
  await type('Details', 'It drips')
  await press('08:00')
  await press('09:00')
  await expect.poll(readScreen).toMatch(/Chosen: Thu,? 3 Dec, 08:00 or Thu,? 3 Dec, 09:00/)
  await press('Send request')
  const booking = receivedCalls.find(({ path }) => path === 'calls/createBooking')
  expect(booking?.input['body']).toMatchObject({
    startAt: slot('18').startAt,
    description: expect.stringMatching(/^It drips\n\nAlso possible: Thu,? 3 Dec, 09:00\.$/) as string,
  })
})

it('replaces a chosen time that is no longer free', async () => {
  answerCalls({ listSlots: () => ({ timeZone, slots: [slot('18'), slot('19')] }) })
  const onChange = vi.fn()
  const chosen = [slot('17'), slot('19')]
  await show(<TimeChoice providerId="usr_2" durationMinutes={60} chosen={chosen} onChange={onChange} />)
  await press('08:00')
  expect(onChange).toHaveBeenCalledExactlyOnceWith([slot('19'), slot('18')], timeZone)
})
