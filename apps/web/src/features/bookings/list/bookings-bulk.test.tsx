import type { BookingListEntry } from '@fettle/protocol/bookings'
import { beforeEach, expect, it } from 'vitest'
import { press, setUpScreen } from '../../../testing/screen.tsx'
import * as saveFileModule from '../../../lib/browser/save-file.ts'
import { bookingsBulk } from './bookings-bulk.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const saved = [] as Blob[]
replaceExports(saveFileModule, { saveFile: (blob: Blob) => void saved.push(blob) })

const { draw, button } = setUpScreen()

beforeEach(() => void (saved.length = 0))

const booking = {
  id: 'bkg_1',
  reference: 'BK-2026-000001',
  title: 'Leaking tap',
  customer: { id: 'cus_1', name: 'Chidi Okafor' },
  city: 'Surulere',
  status: 'CONFIRMED',
  timeZone: 'Africa/Lagos',
  startAt: '2026-03-03T23:30:00.000Z',
  endAt: '2026-03-04T01:00:00.000Z',
  price: { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } },
} as BookingListEntry
const hourly = { ...booking, price: { model: 'HOURLY', hourlyRate: { amount: 500_050, currency: 'NGN' } } }

it("exports times as spreadsheets read them, in the booking's time zone", async () => {
  await draw(bookingsBulk().actions([booking], () => undefined))
  await press(button('Export (CSV)'))
  const text = await saved[0]?.text()
  expect(text).toContain(',2026-03-04 00:30,2026-03-04 02:00,Africa/Lagos,')
})

it('exports prices as numbers, with their currency', async () => {
  await draw(bookingsBulk().actions([booking, hourly as BookingListEntry], () => undefined))
  await press(button('Export (CSV)'))
  const lines = (await saved[0]?.text())?.trim().split('\r\n') ?? []
  expect(lines.map((line) => line.split(',').slice(-3))).toEqual([
    ['Price', 'Hourly rate', 'Currency'],
    ['15000', '', 'NGN'],
    ['', '5000.5', 'NGN'],
  ])
})
