import type { BookingDetails } from '@fettle/protocol/bookings'
import type { PriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import type { RescheduleProposal } from '@fettle/protocol/bookings/reschedules'
import type { BookingSeries } from '@fettle/protocol/bookings/series'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { settle, setUpScreen, type } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { WithdrawSeries } from '../series/withdraw-series.tsx'
import { ExtraWork } from '../work/extra-work.tsx'
import { SegmentSheet } from '../work/segment-sheet.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { ContestSheet, ReopenSheet } from './note-sheets.tsx'
import { Proposal } from './proposal.tsx'

const call = vi.fn(async (): Promise<unknown> => ({}))
replaceExports(apiModule, { call })

const { draw, field, press } = setUpScreen()
const now = new Date('2026-11-25T08:00:00Z')
const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }
const sheet = (overrides: Partial<BookingDetails> = {}) => ({
  booking: bookingFixture(overrides),
  offline,
  now,
  onClose: vi.fn(),
})

const proposal = (startAt: string | null = '2026-11-25T09:00:00Z'): ReactNode => (
  <Proposal
    booking={bookingFixture({ startAt })}
    now={now}
    onCounter={vi.fn()}
    proposal={
      {
        id: 'rsp_1',
        proposedBy: 'CUSTOMER',
        reasonCode: 'OTHER',
        note: null,
        slots: [{ startAt: '2026-11-26T09:00:00Z', endAt: '2026-11-26T11:00:00Z' }],
        expiresAt: '2026-11-26T08:00:00Z',
        allowedActions: ['accept', 'decline', 'withdraw'],
      } as unknown as RescheduleProposal
    }
  />
)

const extraWork = {
  id: 'adj_1',
  status: 'PENDING',
  lines: [],
  total: { amount: 5_000, currency: 'NGN' },
  reason: 'A second tap',
  expiresAt: '2026-11-26T08:00:00Z',
  allowedActions: ['withdraw'],
} as unknown as PriceAdjustment
const series = { id: 'ser_1', version: 1, timeZone: 'Africa/Lagos', customer: { name: 'Chidi' } } as BookingSeries

const steps: { what: string; screen: () => ReactNode; note?: [string, string]; button: string; said: string }[] = [
  {
    what: 'withdrawing a request',
    screen: () => <CancelSheet {...sheet()} />,
    button: 'Withdraw',
    said: 'You withdrew the request',
  },
  {
    what: 'reopening a job',
    screen: () => <ReopenSheet {...sheet()} />,
    button: 'Reopen job',
    said: 'You reopened the job',
  },
  {
    what: 'contesting a no-show',
    screen: () => <ContestSheet {...sheet()} of="contest-no-show" />,
    note: ['What happened', 'I was there at nine.'],
    button: 'Contest',
    said: 'You contested this',
  },
  { what: 'accepting another time', screen: () => proposal(), button: 'Accept this time', said: 'Rescheduled' },
  { what: 'accepting a first time', screen: () => proposal(null), button: 'Accept this time', said: 'Time agreed' },
  { what: 'declining times', screen: () => proposal(), button: 'Keep current time', said: 'Proposed times declined' },
  { what: 'withdrawing times', screen: () => proposal(), button: 'Withdraw', said: 'Proposed times withdrawn' },
  {
    what: 'withdrawing extra work',
    screen: () => <ExtraWork booking={bookingFixture({ priceAdjustments: [extraWork] })} now={now} onAsk={vi.fn()} />,
    button: 'Withdraw',
    said: 'Extra work withdrawn',
  },
  {
    what: 'withdrawing a series',
    screen: () => <WithdrawSeries series={series} now={now} onClose={vi.fn()} />,
    button: 'Withdraw',
    said: 'You withdrew the request',
  },
  {
    what: 'adding time',
    screen: () => (
      <SegmentSheet booking={bookingFixture({ startedAt: '2026-11-25T06:00:00Z' })} now={now} onClose={vi.fn()} />
    ),
    note: ['Why', 'Forgot the timer'],
    button: 'Save',
    said: 'Time logged',
  },
]

it.each(steps)('$what ends with a success toast', async ({ screen, note, button, said }) => {
  await draw(screen())
  if (note) await type(field(note[0]), note[1])
  await press(button)
  await settle()
  expect(toasts()).toEqual([expect.arrayContaining(['success', said])])
})

it.each(steps)('$what shows no success when it is refused', async ({ screen, note, button }) => {
  call.mockRejectedValueOnce(new Error('Refused'))
  await draw(screen())
  if (note) await type(field(note[0]), note[1])
  await press(button)
  await settle()
  expect(call).toHaveBeenCalled()
  expect(toasts()).toEqual([])
})
