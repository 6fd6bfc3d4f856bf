import type { Schedule, WeeklySchedule } from '@novu/react/hooks'

/** When one is left alone outside the inbox: the service keeps the hours in which one is not. */
export interface QuietHours {
  isOn: boolean
  /** `21:00`. */
  from: string
  until: string
}

/** What holds for somebody who chose nothing. */
export const usualHours: QuietHours = { isOn: true, from: '21:00', until: '07:00' }

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const MIDNIGHT = '00:00'
const LAST_MINUTE = '11:59 PM'

/** `21:00` → `09:00 PM`. */
export function toTwelve(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${two(hour % 12 || 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `9:00 PM` → `21:00`. */
export function toTwentyFour(time: string): string {
  const [, hour = '0', minute = '00', half] = /^(\d+):(\d\d) (AM|PM)$/.exec(time) ?? []
  return `${two((Number(hour) % 12) + (half === 'PM' ? 12 : 0))}:${minute}`
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The hours in which one may be reached, the same every day. */
export function toSchedule({ isOn, from, until }: QuietHours): { isEnabled: boolean; weeklySchedule: WeeklySchedule } {
  const start = toTwelve(until)
  const end = toTwelve(from)
  const hours =
    from > until
      ? [{ start, end }]
      : // Quiet in the middle of the day.
        [...(from === MIDNIGHT ? [] : [{ start: toTwelve(MIDNIGHT), end }]), { start, end: LAST_MINUTE }]
  return {
    isEnabled: isOn,
    weeklySchedule: Object.fromEntries(days.map((day) => [day, { isEnabled: true, hours }])),
  }
}

/** Read from what the service keeps; a schedule somebody made elsewhere is shown by its Monday. */
export function toQuietHours(kept: Pick<Schedule, 'isEnabled' | 'weeklySchedule'> | undefined): QuietHours {
  if (kept?.isEnabled === undefined) return usualHours
  const [first, second] = kept.weeklySchedule?.monday?.hours ?? []
  if (!first) return { ...usualHours, isOn: kept.isEnabled }
  const [from, until] = second
    ? [first.end, second.start]
    : first.end === LAST_MINUTE
      ? ['12:00 AM', first.start]
      : [first.end, first.start]
  return { isOn: kept.isEnabled, from: toTwentyFour(from), until: toTwentyFour(until) }
}

type StoredSchedule = Partial<Pick<Schedule, 'isEnabled' | 'weeklySchedule'>>

/** Whether somebody may be reached outside the inbox at this moment, by the clock of this device; the server's rule for mails and push. */
export function isOpenAt(now: Date, kept: StoredSchedule | undefined): boolean {
  const schedule = kept?.isEnabled === undefined ? toSchedule(usualHours) : kept
  if (!schedule.isEnabled) return true
  const day = days[(now.getDay() + 6) % 7]
  const plan = day && schedule.weeklySchedule?.[day]
  if (!plan?.isEnabled) return false
  const time = `${two(now.getHours())}:${two(now.getMinutes())}`
  // A day without hours of its own is open all day.
  return (plan.hours ?? [{ start: '12:00 AM', end: LAST_MINUTE }]).some(
    ({ start, end }) => toTwentyFour(start) <= time && (end === LAST_MINUTE || time < toTwentyFour(end)),
  )
}
