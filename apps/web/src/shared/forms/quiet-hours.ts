import type { Schedule, WeeklySchedule } from '@novu/react/hooks'

/** Quiet hours. The notification service stores the opposite: the hours in which messages may be sent. */
export interface QuietHours {
  isOn: boolean
  /** `21:00`. */
  from: string
  until: string
}

/** Default quiet hours. */
export const usualHours: QuietHours = { isOn: true, from: '21:00', until: '07:00' }

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const MIDNIGHT = '00:00'
const LAST_MINUTE = '11:59 PM'

/** Converts to 12-hour format: `21:00` → `09:00 PM`. */
function toTwelve(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${two(hour % 12 || 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Converts to 24-hour format: `9:00 PM` → `21:00`. */
function toTwentyFour(time: string): string {
  const [, hour = '0', minute = '00', half] = /^(\d+):(\d\d) (AM|PM)$/.exec(time) ?? []
  return `${two((Number(hour) % 12) + (half === 'PM' ? 12 : 0))}:${minute}`
}

const two = (number: number): string => String(number).padStart(2, '0')

/** Schedule of the hours in which messages may be sent, the same every day. */
export function toSchedule({ isOn, from, until }: QuietHours): { isEnabled: boolean; weeklySchedule: WeeklySchedule } {
  const start = toTwelve(until)
  const end = toTwelve(from)
  const hours =
    from > until
      ? [{ start, end }]
      : // Quiet hours within a day: two open intervals.
        [...(from === MIDNIGHT ? [] : [{ start: toTwelve(MIDNIGHT), end }]), { start, end: LAST_MINUTE }]
  return {
    isEnabled: isOn,
    weeklySchedule: Object.fromEntries(days.map((day) => [day, { isEnabled: true, hours }])),
  }
}

/** Reads quiet hours from the service's schedule; of a custom schedule Monday is shown. */
export function toQuietHours(schedule: Pick<Schedule, 'isEnabled' | 'weeklySchedule'> | undefined): QuietHours {
  if (schedule?.isEnabled === undefined) return usualHours
  const [first, second] = schedule.weeklySchedule?.monday?.hours ?? []
  if (!first) return { ...usualHours, isOn: schedule.isEnabled }
  const [from, until] = second
    ? [first.end, second.start]
    : first.end === LAST_MINUTE
      ? ['12:00 AM', first.start]
      : [first.end, first.start]
  return { isOn: schedule.isEnabled, from: toTwentyFour(from), until: toTwentyFour(until) }
}

type StoredSchedule = Partial<Pick<Schedule, 'isEnabled' | 'weeklySchedule'>>

/** Whether messages may be sent at this moment, by this device's clock; same rule as the server's for mail and push. */
export function isOpenAt(now: Date, schedule: StoredSchedule | undefined): boolean {
  const { isEnabled = true, weeklySchedule = toSchedule(usualHours).weeklySchedule } = schedule ?? {}
  if (!isEnabled) return true
  const today = (now.getDay() + 6) % days.length
  const yesterday = (today + days.length - 1) % days.length
  const time = `${two(now.getHours())}:${two(now.getMinutes())}`
  return (
    hoursOn(weeklySchedule, today).some(({ start, end }) => start <= time && (time < end || end <= start)) ||
    hoursOn(weeklySchedule, yesterday).some(({ start, end }) => end <= start && time < end)
  )
}

/**
 * Open hours of a day in 24-hour format, the whole day if it has none. Those that end before they start last until the
 * next day.
 */
function hoursOn(week: WeeklySchedule, index: number): { start: string; end: string }[] {
  const day = days[index]
  const plan = day && week[day]
  if (!plan?.isEnabled) return []
  return (plan.hours ?? [{ start: '12:00 AM', end: LAST_MINUTE }]).map(({ start, end }) => ({
    start: toTwentyFour(start),
    end: end === LAST_MINUTE ? '24:00' : toTwentyFour(end),
  }))
}
