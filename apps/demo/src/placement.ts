import type { Weekday } from '@fettle/protocol/availability/availability'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { workingHours } from './bookings/availability.ts'
import type { DemoJob } from './bookings/jobs.ts'
import { midnightOf } from './schedule.ts'

/** A demo job with its time. Jobs are placed into Ada's working hours, whenever the demo is seeded. */
export interface Placement {
  job: DemoJob
  start: number
  end: number
  /** Whether it is in progress when the demo is seeded. */
  isRunning: boolean
}

interface Interval {
  from: number
  to: number
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS
const HALF_HOUR_MS = 30 * MINUTE_MS
/** Gap between two jobs of a day: travel and a margin. */
const JOB_GAP_MS = 45 * MINUTE_MS
/** How long ago the running job started, where her hours allow. */
const RUNNING_SINCE_MS = 50 * MINUTE_MS
/** Below her daily limit. */
const MAX_JOBS_PER_DAY = 4

const weekdaysFromSunday: readonly Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** Ada's working intervals of the day that starts at `midnight` in Lagos. */
export function workingIntervals(midnight: number): Interval[] {
  const weekday = weekdaysFromSunday[new Date(midnight + DAY_MS / 2).getUTCDay()]
  const day = workingHours.weekly.find((each) => each.day === weekday)
  return (day?.intervals ?? []).map(({ from, to }) => ({
    from: midnight + timeOfDayMs(from),
    to: midnight + timeOfDayMs(to),
  }))
}

/** The first start at this time of day within her hours, on the given day or the nearest one in the given direction. */
export function startInHours(
  midnight: number,
  at: string,
  minutes: number,
  { isFree = () => true, step = 1 }: { isFree?: (from: number, to: number) => boolean; step?: 1 | -1 } = {},
): number {
  for (let day = midnight; ; day += step * DAY_MS) {
    const start = day + timeOfDayMs(at)
    const end = start + minutes * MINUTE_MS
    const isOpen = workingIntervals(day).some(({ from, to }) => from <= start && end <= to)
    if (isOpen && isFree(start, end)) return start
  }
}

/** The day the demo plays on: today while working hours are left, otherwise her next working day. */
export function dayOfStory(now: Date): number {
  let day = midnightOf(now)
  while (!workingIntervals(day).some(({ to }) => to > now.getTime())) day += DAY_MS
  return day
}

/**
 * Places every job. Past jobs count back from today and move to the previous working day, future ones count from the
 * day of the story and move to the next. Accepted jobs never overlap.
 */
export function placeJobs(jobs: readonly DemoJob[], now: Date): Map<DemoJob, Placement> {
  const placements = new Map<DemoJob, Placement>()
  const busy: Interval[] = []
  const today = midnightOf(now)
  const story = dayOfStory(now)
  const isFree = (from: number, to: number) =>
    busy.every((other) => to + JOB_GAP_MS <= other.from || other.to + JOB_GAP_MS <= from)
  const place = (job: DemoJob, start: number, isRunning = false) => {
    const end = start + job.minutes * MINUTE_MS
    placements.set(job, { job, start, end, isRunning })
    if (job.outcome === 'accepted') busy.push({ from: start, to: end })
  }
  // Accepted jobs first: a request may ask for a taken slot.
  for (const job of jobs.toSorted((one, two) => Number(isAsked(one)) - Number(isAsked(two)))) {
    if (typeof job.day !== 'number') continue
    const free = isAsked(job) ? {} : { isFree }
    if (job.day < 0) place(job, startInHours(today + job.day * DAY_MS, job.at, job.minutes, { ...free, step: -1 }))
    else place(job, startInHours(story + job.day * DAY_MS, job.at, job.minutes, free))
  }
  for (const job of jobs.filter(({ day }) => day === 'now')) {
    const current = workingIntervals(today).find(({ from, to }) => from <= now.getTime() && now.getTime() < to)
    const running = current && latestStart(current, now, job.minutes)
    if (running !== undefined) place(job, running, true)
    else place(job, firstFree(now.getTime(), job.minutes))
  }
  for (const job of jobs.filter(({ day }) => day === 'next')) {
    const before = Math.max(now.getTime(), ...jobs.filter(({ day }) => day === 'now').map((each) => endOf(each)))
    place(job, firstFree(before + JOB_GAP_MS, job.minutes))
  }
  return placements

  function endOf(job: DemoJob): number {
    return placements.get(job)?.end ?? 0
  }

  function firstFree(after: number, minutes: number): number {
    for (let day = midnightOf(new Date(after)); ; day += DAY_MS) {
      const jobsOfDay = busy.filter(({ from }) => day <= from && from < day + DAY_MS).length
      if (jobsOfDay >= MAX_JOBS_PER_DAY) continue
      for (const { from, to } of workingIntervals(day)) {
        const earliest = Math.max(from, Math.ceil(after / HALF_HOUR_MS) * HALF_HOUR_MS)
        for (let start = earliest; start + minutes * MINUTE_MS <= to; start += HALF_HOUR_MS) {
          if (isFree(start, start + minutes * MINUTE_MS)) return start
        }
      }
    }
  }
}

/** Two times a customer proposes instead: the afternoons of the next two working days. */
export function otherTimes(start: number, minutes: number): Interval[] {
  const first = startInHours(midnightOf(new Date(start)) + DAY_MS, '14:00', minutes)
  const second = startInHours(midnightOf(new Date(first)) + DAY_MS, '14:00', minutes)
  return [first, second].map((from) => ({ from, to: from + minutes * MINUTE_MS }))
}

const isAsked = ({ outcome }: DemoJob): boolean => outcome !== 'accepted'

/** The latest quarter of an hour before now from which the job fits into the interval. */
function latestStart({ from, to }: Interval, now: Date, minutes: number): number {
  const runningStart = Math.floor((now.getTime() - RUNNING_SINCE_MS) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return Math.max(from, Math.min(runningStart, to - minutes * MINUTE_MS))
}

function timeOfDayMs(at: string): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  return (hour * 60 + minute) * MINUTE_MS
}
