interface Money {
  amount: number
  currency: string
}

/** An amount in minor units, as people read it. */
export function formatMoney({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const value = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
  return format.format(value).replace(/\.00$/, '')
}

const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const
const at = (options: Intl.DateTimeFormatOptions, timeZone?: string) => (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(instant))

export const formatDay = at(day)
export const formatTime = at(time)
export const formatMoment = at({ ...day, ...time })
export const formatDate = at({ day: 'numeric', month: 'short', year: 'numeric' })

/** `Mon, 3 Dec, 10:00–11:00` in the time zone of the work. */
export const formatSlot = ({ startAt, endAt }: { startAt: string; endAt: string }, timeZone?: string): string =>
  `${at({ ...day, ...time }, timeZone)(startAt)}–${at(time, timeZone)(endAt)}`

/** `APPLIANCE_REPAIR` as `Appliance repair`. */
export function toWords(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Plumbing · Lagos`, of a provider. */
export const formatTrade = ({ serviceType, city }: { serviceType: string | null; city: string | null }): string =>
  [serviceType && toWords(serviceType), city].filter(Boolean).join(' · ')
