import type { BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { allowedActions, type Booking, type Facts, type ListedBooking } from './bookings.rules.ts'

const DAY = 86_400_000
/** Addresses are hidden again this long after the end of the job (domain §5). */
const ADDRESS_SHOWN_FOR = 30 * DAY

const isConfirmed = ({ confirmedAt }: Pick<Booking, 'confirmedAt'>) => confirmedAt !== null

/** `+2348031234567` → `+234••••••••67`: enough to recognise, too little to call. */
export function maskPhone(phone: string): string {
  const characters = Array.from(phone)
  return characters.map((digit, index) => (index < 4 || index >= characters.length - 2 ? digit : '•')).join('')
}

/** A booking as a row of its provider's list. */
export function toSummary(booking: ListedBooking): BookingSummary {
  const { customer } = booking
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    title: booking.title,
    serviceCategory: booking.serviceCategory,
    customer: isConfirmed(booking) || !customer.phone ? customer : { ...customer, phone: maskPhone(customer.phone) },
    startAt: booking.startAt.toISOString(),
    endAt: booking.endAt.toISOString(),
    timeZone: booking.timeZone,
    city: booking.city,
    price: booking.price,
    respondBy: booking.respondBy?.toISOString() ?? null,
    version: booking.version,
    createdAt: booking.createdAt.toISOString(),
  }
}

/** A booking as `facts.role` may see it: the provider gets phone and address with the confirmation. */
export function toView(booking: Booking, facts: Facts): BookingView {
  const isCustomers = facts.role === 'CUSTOMER'
  return {
    ...toSummary({ ...booking, city: booking.location.city }),
    ...(isCustomers && { customer: booking.customer }),
    description: booking.description,
    durationMinutes: Math.round((booking.endAt.getTime() - booking.startAt.getTime()) / 60_000),
    awaitingParty: booking.awaitingParty,
    location: toLocation(booking, isCustomers || showsAddress(booking, facts.now)),
    slotTaken: facts.conflicts.length > 0,
    confirmedAt: booking.confirmedAt?.toISOString() ?? null,
    declined: booking.declined,
    updatedAt: booking.updatedAt.toISOString(),
    allowedActions: allowedActions(booking, facts),
  }
}

function showsAddress(booking: Booking, now: Date): boolean {
  return isConfirmed(booking) && now.getTime() < booking.endAt.getTime() + ADDRESS_SHOWN_FOR
}

/** The whole address, or the city and a place within about a kilometre. */
function toLocation({ location }: Booking, whole: boolean): BookingView['location'] {
  const { city, country, state = null, lat = null, lng = null } = location
  const nearby = (degrees: number | null) => (degrees === null ? null : Math.round(degrees * 100) / 100)
  return whole
    ? {
        line1: location.line1,
        line2: location.line2 ?? null,
        city,
        state,
        country,
        postalCode: location.postalCode ?? null,
        lat,
        lng,
        accessNotes: location.accessNotes ?? null,
      }
    : {
        line1: null,
        line2: null,
        city,
        state,
        country,
        postalCode: null,
        lat: nearby(lat),
        lng: nearby(lng),
        accessNotes: null,
      }
}
