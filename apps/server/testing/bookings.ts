import { cancellationPolicies } from '@fettle/protocol/cancellations'
import { newBookingDefaults, type Booking, type BookingDecisionContext } from '../src/modules/bookings/booking.rules.ts'
import { AppError } from '../src/platform/errors.ts'

/** A booking for tests that need no database, and the moment they take place. */

export const now = new Date('2026-11-23T08:00:00.000Z')
const HOUR = 3_600_000
export const hoursFrom = (from: Date, hours: number) => new Date(+from + hours * HOUR)

/** A request that still has a day to be answered; its job is in two days. */
export const requestedBooking: Booking = {
  ...newBookingDefaults,
  id: 'bkg_01JD0000000000000000000001',
  reference: 'BK-2026-000001',
  providerId: 'usr_01JD0000000000000000000001',
  customer: { id: 'cus_01JD0000000000000000000001', name: 'Chidi Okafor', avatar: null, phone: '+2348031234567' },
  status: 'REQUESTED',
  awaitingParty: 'PROVIDER',
  createdBy: 'CUSTOMER',
  source: 'REQUEST',
  title: 'Leaking kitchen tap',
  description: 'It drips all night.',
  serviceCategory: 'PLUMBING',
  startAt: new Date('2026-11-25T09:00:00.000Z'),
  endAt: new Date('2026-11-25T11:00:00.000Z'),
  timeZone: 'Africa/Lagos',
  location: {
    line1: '12 Adeniran Ogunsanya Street',
    city: 'Lagos',
    state: 'Lagos',
    country: 'NG',
    lat: 6.49518,
    lng: 3.35672,
    accessNotes: 'Blue gate',
  },
  schedulingMode: 'FIXED',
  arrivalWindowMinutes: 0,
  price: { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } },
  policy: { ...cancellationPolicies.STANDARD, tiers: [...cancellationPolicies.STANDARD.tiers] },
  respondBy: new Date('2026-11-24T08:00:00.000Z'),
  version: 1,
  createdAt: now,
  updatedAt: now,
}

/** The same as a job both agreed on, an hour after it was asked for. */
export const confirmedBooking: Booking = {
  ...requestedBooking,
  status: 'CONFIRMED',
  awaitingParty: null,
  confirmedAt: hoursFrom(now, -24),
  startCode: '4711',
}

export const decisionContext = (
  change: Partial<BookingDecisionContext> = {},
): BookingDecisionContext & { at: Date } => ({
  role: 'PROVIDER',
  now,
  slotTaken: false,
  proposal: null,
  at: change.now ?? now,
  ...change,
})

/** The refusal an act comes to. */
export function catchAppError(act: () => unknown): AppError {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It was not refused')
}
