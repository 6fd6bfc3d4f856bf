import { listSeries } from '@fettle/protocol/bookings/calls'
import { beforeEach, expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, settle, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { plainDateFields } from '../../../testing/plain-date-fields.tsx'
import * as dateFieldModule from '../../../ui/dates/date-field.tsx'
import { ApiError } from '../../../lib/http/api-error.ts'
import { clearDrafts } from '../../../lib/forms/form-drafts.ts'
import { RepeatSheet } from './repeat-sheet.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const call =
  vi.fn<(operation: { name: string }, input: object, options?: { idempotencyKey?: string }) => Promise<unknown>>()
replaceExports(apiModule, { call })
replaceExports(dateFieldModule, plainDateFields)

const { draw, button, field, queryClient, text } = setUpScreen({ queries: { retry: false } })
beforeEach(clearDrafts)

it('proposes the job with its whole address and its rate, without the total of last time', async () => {
  const slot = { startAt: '2026-12-02T09:00:00Z', endAt: '2026-12-02T11:00:00Z' }
  call.mockImplementation(async ({ name }) =>
    name === 'series.preview' ? [{ index: 0, ...slot, status: 'FREE', suggestion: null }] : { id: 'ser_1' },
  )
  const hourlyRate = { amount: 600_000, currency: 'NGN' }
  const { location } = bookingFixture()
  const booking = bookingFixture({
    status: 'COMPLETED',
    price: { model: 'HOURLY', hourlyRate, estimatedMinutes: 120, amount: { amount: 1_500_000, currency: 'NGN' } },
    location: { ...location, line1: '3 Rose Street', accessNotes: 'Ring twice.', contactName: 'Ngozi' },
  })
  await draw(
    <RepeatSheet booking={booking} offline={{} as never} now={new Date('2026-11-26T09:00:00Z')} onClose={vi.fn()} />,
  )
  await settle()
  await press(button('Propose the visits'))
  const body = call.mock.calls.find(([{ name }]) => name === 'series.create')?.[1]
  expect(body).toMatchObject({
    body: {
      location: {
        line1: '3 Rose Street',
        city: 'Lagos',
        lat: 6.5,
        lng: 3.36,
        accessNotes: 'Ring twice.',
        contactName: 'Ngozi',
      },
      price: { model: 'HOURLY', hourlyRate, estimatedMinutes: 120 },
    },
  })
  expect((body as { body: { price: object } }).body.price).not.toHaveProperty('amount')
})

it('proposes the series once, although the answer was lost', async () => {
  const slot = { startAt: '2026-12-02T09:00:00Z', endAt: '2026-12-02T11:00:00Z' }
  call.mockReset().mockImplementation(async ({ name }) => {
    if (name === 'series.preview') return [{ index: 0, ...slot, status: 'FREE', suggestion: null }]
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' })
  })
  const booking = bookingFixture({ status: 'COMPLETED' })
  await draw(
    <RepeatSheet booking={booking} offline={{} as never} now={new Date('2026-11-26T09:00:00Z')} onClose={vi.fn()} />,
  )
  await settle()
  await press(button('Propose the visits'))
  await settle()
  await press(button('Propose the visits'))
  const keys = call.mock.calls
    .filter(([{ name }]) => name === 'series.create')
    .map(([, , options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('begins on the next such weekday, however long ago the job was', async () => {
  call.mockReset().mockResolvedValue([])
  const booking = bookingFixture({ status: 'COMPLETED' })
  await draw(
    <RepeatSheet booking={booking} offline={{} as never} now={new Date('2027-01-13T09:00:00Z')} onClose={vi.fn()} />,
  )
  await settle()
  expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { startsOn: '2027-01-20' } })
})

it('proposes nothing before the visits are shown, and says which day is missing', async () => {
  call.mockReset().mockReturnValue(new Promise(() => undefined))
  const booking = bookingFixture({ status: 'COMPLETED' })
  await draw(
    <RepeatSheet booking={booking} offline={{} as never} now={new Date('2026-11-26T09:00:00Z')} onClose={vi.fn()} />,
  )
  expect(button('Propose the visits').disabled).toBe(true)
  await type(field('First visit'), '')
  await press(button('Propose the visits'))
  expect(text()).toContain('Choose a day.')
})

it('loads the visits again when they are to be proposed and could not be loaded', async () => {
  const slot = { startAt: '2026-12-02T09:00:00Z', endAt: '2026-12-02T11:00:00Z' }
  call.mockReset().mockRejectedValueOnce(new Error('Away'))
  call.mockResolvedValue([{ index: 0, ...slot, status: 'FREE', suggestion: null }])
  const booking = bookingFixture({ status: 'COMPLETED' })
  await draw(
    <RepeatSheet booking={booking} offline={{} as never} now={new Date('2026-11-26T09:00:00Z')} onClose={vi.fn()} />,
  )
  await settle()
  expect(text()).not.toContain("You're free for every visit.")
  await press(button('Propose the visits'))
  await settle()
  expect(text()).toContain("You're free for every visit.")
})

it('shows the proposed series among the others', async () => {
  const slot = { startAt: '2026-12-02T09:00:00Z', endAt: '2026-12-02T11:00:00Z' }
  call
    .mockReset()
    .mockImplementation(async ({ name }) =>
      name === 'series.preview' ? [{ index: 0, ...slot, status: 'FREE', suggestion: null }] : { id: 'ser_1' },
    )
  const { queryKey } = queryOf(listSeries, { query: { status: 'PENDING' } })
  queryClient().setQueryData(queryKey, [] as never)
  const booking = bookingFixture({ status: 'COMPLETED' })
  await draw(
    <RepeatSheet booking={booking} offline={{} as never} now={new Date('2026-11-26T09:00:00Z')} onClose={vi.fn()} />,
  )
  await settle()
  await press(button('Propose the visits'))
  await settle()
  expect(queryClient().getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('keeps the days that were chosen for another visit of the page, until the series is proposed', async () => {
  const slot = { startAt: '2026-12-02T09:00:00Z', endAt: '2026-12-02T11:00:00Z' }
  call
    .mockReset()
    .mockImplementation(async ({ name }) =>
      name === 'series.preview' ? [{ index: 0, ...slot, status: 'FREE', suggestion: null }] : { id: 'ser_1' },
    )
  const booking = bookingFixture({ status: 'COMPLETED' })
  const drawn = (visit: string) =>
    draw(
      <RepeatSheet
        key={visit}
        booking={booking}
        offline={{} as never}
        now={new Date('2026-11-26T09:00:00Z')}
        onClose={vi.fn()}
      />,
    )
  await drawn('first')
  await type(field('First visit'), '2026-12-09')
  await drawn('after a reload')
  await settle()
  expect(field('First visit').value).toBe('2026-12-09')
  await press(button('Propose the visits'))
  await settle()
  await drawn('later')
  expect(field('First visit').value).not.toBe('2026-12-09')
})
