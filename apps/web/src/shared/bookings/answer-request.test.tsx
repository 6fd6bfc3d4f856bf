import type { BookingListEntry } from '@fettle/protocol/bookings'
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import { toastStore } from '../../ui/feedback/toast.ts'
import { sendPendingActions } from '../../ui/feedback/undo.ts'
import * as apiModule from '../../lib/http/api.ts'
import { AnswerRequest } from './answer-request.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const call = vi.fn<(operation: { name: string }, input: object) => Promise<unknown>>()
replaceExports(apiModule, { call })

const screen = setUpScreen({ queries: { retry: false } })
const { text, press } = screen
const accepts = () => call.mock.calls.filter(([{ name }]) => name === 'series.accept').map(([, input]) => input)

async function draw(overrides: Partial<BookingListEntry>, visits: string[] = []) {
  call.mockImplementation(async ({ name }) =>
    name === 'series.previewAnswer' ? visits.map((status) => ({ status })) : {},
  )
  const booking = { ...bookingFixture(), answerableSeriesId: null, overlaps: null, ...overrides }
  await screen.draw(
    <Routes>
      <Route path="/" element={<AnswerRequest booking={booking} now={new Date()} />} />
      <Route path="*" element="The page of the series" />
    </Routes>,
  )
}

beforeEach(() => void call.mockReset())

describe('a requested series in a list', () => {
  it('is accepted as a whole when every visit is free, and can be undone until then', async () => {
    await draw({ answerableSeriesId: 'ser_1' }, ['FREE', 'FREE'])
    await press('Accept all')
    await waitFor(() => expect(text()).toBe('Confirmed'))
    expect(accepts()).toEqual([])
    await act(async () => sendPendingActions())
    await waitFor(() => expect(accepts()).toEqual([{ params: { id: 'ser_1' }, body: { onConflict: 'FAIL' } }]))
  })

  it('is answered on its page when a visit is not free', async () => {
    await draw({ answerableSeriesId: 'ser_1' }, ['FREE', 'OFF_HOURS'])
    await press('Accept all')
    await waitFor(() => expect(text()).toBe('The page of the series'))
    expect(accepts()).toEqual([])
  })
})

describe('the focus', () => {
  const draw = (id: string) => {
    call.mockImplementation(async ({ name }) => (name === 'bookings.get' ? bookingFixture({ id }) : {}))
    const booking = { ...bookingFixture({ id }), answerableSeriesId: null, overlaps: null }
    return screen.draw(
      <li>
        <a href="/bookings/1">Leaking kitchen tap</a>
        <AnswerRequest booking={booking} now={new Date()} />
      </li>,
    )
  }

  it('goes to the row when the pressed button is replaced by the answer', async () => {
    await draw('bkg_focus_1')
    const accept = document.querySelector<HTMLElement>('[aria-keyshortcuts=A]')
    await act(async () => accept?.focus())
    await press('Accept')
    await waitFor(() => expect(text()).toContain('Confirmed'))
    expect(document.activeElement?.textContent).toBe('Leaking kitchen tap')
  })

  it('stays elsewhere when the answer was not given by a focused button', async () => {
    await draw('bkg_focus_2')
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()
    await press('Accept')
    await waitFor(() => expect(text()).toContain('Confirmed'))
    expect(document.activeElement).toBe(other)
  })
})

it('a request without a time is answered with one', async () => {
  await draw({ startAt: null, endAt: null })
  expect(text()).toBe('DeclinePropose a time')
  expect(document.querySelector('a')?.getAttribute('href')).toMatch(/\?action=reschedule$/)
})

it('a request that overlaps a job proposes another time, and can be accepted all the same', async () => {
  await draw({ overlaps: 'Boiler service' })
  expect(text()).toBe('DeclineAcceptPropose another time')
  expect(document.querySelector('a')?.getAttribute('href')).toMatch(/\?action=reschedule$/)
})

it('keeps the note of a decline that was undone', async () => {
  await draw({ id: 'bkg_note' })
  await press('Decline')
  await waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
  await act(async () => document.querySelector<HTMLInputElement>('input[value=OTHER]')?.click())
  await type(document.querySelector('textarea')!, 'Away that week.')
  await press('Decline request')
  await waitFor(() => expect(text()).toContain('Declined'))
  await act(async () => toastStore.get()[0]?.action?.run())
  await waitFor(() => expect(text()).toContain('Accept'))
  await press('Decline')
  await waitFor(() => expect(document.querySelector('textarea')?.value).toBe('Away that week.'))
})
