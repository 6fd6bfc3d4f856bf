import { localDate } from '../../platform/locale/zoned-time.ts'

/** A day as text: `25 November 2026`. */
export const formatDate = (day: string): string => dayFormat.format(new Date(`${day}T12:00:00Z`))

/** An instant as on certificates: `25 November 2026, 08:00:12 UTC`. */
export const formatInstant = (at: string): string => `${formatDate(at.slice(0, 10))}, ${at.slice(11, 19)} UTC`

/** Calendar days between two instants in `timeZone`. */
export const daysBetween = (from: Date, to: Date, timeZone: string): number =>
  Math.round((Date.parse(localDate(to, timeZone)) - Date.parse(localDate(from, timeZone))) / 86_400_000)

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
