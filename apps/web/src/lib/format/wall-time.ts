const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** Local date and time in a time zone at an instant. */
export function wallTime(at: Date | string | number, timeZone: string): { day: string; time: string; minutes: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`
  const time = `${parts['hour']}:${parts['minute']}`
  return { day, time, minutes: Number(parts['hour']) * 60 + Number(parts['minute']) }
}

const wallMilliseconds = (at: number, timeZone: string): number => {
  const { day, time } = wallTime(at, timeZone)
  return Date.parse(`${day}T${time}:00Z`) + (((at % 60_000) + 60_000) % 60_000)
}

/**
 * Instant of a local time in a time zone. Times skipped in spring are shifted forward; of times that occur twice in
 * autumn the first is used.
 */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const wallMs = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (at: number) => wallMilliseconds(at, timeZone) - at
  const before = wallMs - offsetAt(wallMs - 86_400_000)
  const after = wallMs - offsetAt(wallMs + 86_400_000)
  const earlier = Math.min(before, after)
  return new Date(wallMilliseconds(earlier, timeZone) === wallMs ? earlier : Math.max(before, after))
}

/** Formats an instant for a date and time field in a time zone: `2026-11-25T09:00`. */
export function toDateTimeField(at: Date | string, timeZone: string): string {
  const { day, time } = wallTime(at, timeZone)
  return `${day}T${time}`
}

/** Parses the value of a date and time field in a time zone. Undefined: it is no date and time. */
export function readDateTimeField(value: string, timeZone: string): Date | undefined {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(value) ?? []
  if (day === '' || Number.isNaN(Date.parse(`${day}T${time}:00Z`))) return undefined
  return instantAt(day, time, timeZone)
}

/** Whether a text names a calendar day. */
export const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** Adds days to a calendar day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
