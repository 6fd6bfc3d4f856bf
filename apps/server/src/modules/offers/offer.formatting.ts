/** A time as text in the customer's time zone: `Wed 25 Nov 08:00`. */
export function formatMoment(at: Date, timeZone: string): string {
  const day = part(at, timeZone, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')
  return `${day} ${part(at, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

const part = (at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
