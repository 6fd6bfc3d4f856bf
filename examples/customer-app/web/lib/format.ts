interface Money {
  amount: number
  currency: string
}

const moneyFormat = (currency: string) =>
  new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })

/** How many minor units a major one has. */
const minorUnits = (currency: string): number =>
  10 ** (moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2)

/** An amount in minor units, as people read it. */
export function formatMoney({ amount, currency }: Money): string {
  const text = moneyFormat(currency).format(amount / minorUnits(currency))
  return text.replace(/\.00$/, '')
}

/** Minor units of an amount as people write it, such as `5,500.50`. NaN if it is none. */
export const parseAmount = (text: string, currency: string): number =>
  /\d/.test(text) ? Math.round(Number(text.replaceAll(/[,\s]/g, '')) * minorUnits(currency)) : Number.NaN

/** `5,000` */
export const formatCount = (count: number): string => count.toLocaleString('en-NG')

const units: Record<string, string> = {
  HOUR: 'h',
  DAY: 'days',
  M: 'm',
  M2: 'm²',
  M3: 'm³',
  KG: 'kg',
  L: 'l',
  TRIP: 'trips',
}

/** `1.5 h`, of a line of a quote; things that are counted have no unit. */
export const formatQuantity = ({ quantity, unit }: { quantity: string; unit: string }): string =>
  [quantity, units[unit]].filter(Boolean).join(' ')

const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
/** Formats an instant in a time zone: by default that of the customer, for work that of the work. */
const at = (options: Intl.DateTimeFormatOptions) => (instant: string, timeZone?: string) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(instant))

export const formatDay = at(day)
export const formatTime = at(time)
export const formatMoment = at({ ...day, ...time })
export const formatDate = at(date)

/** A date without a time, such as `2026-12-03`. It is the same everywhere. */
export const formatCalendarDate = (calendarDate: string): string => at(date)(calendarDate, 'UTC')

/** `Mon, 3 Dec, 10:00–11:00` in the time zone of the work. */
export const formatSlot = ({ startAt, endAt }: { startAt: string; endAt: string }, timeZone?: string): string =>
  `${formatMoment(startAt, timeZone)}–${formatTime(endAt, timeZone)}`

/** `APPLIANCE_REPAIR` as `Appliance repair`. */
export function toWords(code: string): string {
  if (code === 'HVAC') return 'Heating and cooling'
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Plumbing · Lagos`, of a provider. */
export const formatTrade = ({ serviceType, city }: { serviceType: string | null; city: string | null }): string =>
  [serviceType && toWords(serviceType), city].filter(Boolean).join(' · ')
