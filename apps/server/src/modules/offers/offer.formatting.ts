/** A time as text in the customer's time zone: `Wed 25 Nov 08:00`. */
export function formatMoment(at: Date, timeZone: string): string {
  return `${formatDay(at, timeZone)} ${part(at, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

/** A time with its year, for texts read years later: `25 Nov 2026, 08:00`. */
export const formatDatedMoment = (at: Date, timeZone: string): string =>
  part(at, timeZone, { dateStyle: 'medium', timeStyle: 'short' })

/** A day as text: `25 November 2026`. */
export const formatDate = (day: string): string =>
  part(new Date(`${day}T12:00:00Z`), 'UTC', { day: 'numeric', month: 'long', year: 'numeric' })

/** `Wed 25 Nov` */
export const formatDay = (at: Date, timeZone: string): string =>
  part(at, timeZone, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')

const part = (at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
