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

const at = (options: Intl.DateTimeFormatOptions, timeZone?: string) => (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(instant))

export const formatDay = at({ weekday: 'short', day: 'numeric', month: 'short' })
export const formatTime = at({ hour: '2-digit', minute: '2-digit' })
export const formatDate = at({ day: 'numeric', month: 'short', year: 'numeric' })
export const formatMoment = at({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** `Mon, 3 Dec, 10:00–11:00` in the time zone of the work. */
export function formatSlot({ startAt, endAt }: { startAt: string; endAt: string }, timeZone?: string): string {
  const time = at({ hour: '2-digit', minute: '2-digit' }, timeZone)
  return `${at({ weekday: 'short', day: 'numeric', month: 'short' }, timeZone)(startAt)}, ${time(startAt)}–${time(endAt)}`
}

/** `APPLIANCE_REPAIR` as `Appliance repair`. */
export function toWords(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
