import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import { jobs } from '../src/bookings/jobs.ts'
import { dayFrom, midnightOf } from '../src/schedule.ts'
import { dayOfStory, otherTimes, placeJobs, workingIntervals, type Placement } from '../src/placement.ts'

/** Every 35 minutes of five weeks across a year's end, so that each hour meets each weekday, and some more. */
const moments = [
  ...Array.from({ length: 1440 }, (_, index) => new Date(Date.parse('2026-12-07T00:00:00Z') + index * 35 * MINUTE_MS)),
  // Month ends, a leap day, the minutes around opening and closing, and midnight in Lagos.
  ...[
    '2026-01-31T22:59:59Z',
    '2028-02-28T23:00:00Z',
    '2028-02-29T10:00:00Z',
    '2026-11-22T21:30:00Z',
    '2026-11-23T05:59:59Z',
    '2026-11-23T06:00:00Z',
    '2026-11-23T11:30:00Z',
    '2026-11-23T12:00:00Z',
    '2026-11-23T16:59:59Z',
    '2026-11-23T17:00:00Z',
    '2026-11-28T12:59:59Z',
    '2026-11-28T13:00:00Z',
  ].map((text) => new Date(text)),
]

/** Ada's bookings at each time. */
const days = moments.map((now) => ({
  now,
  agreed: [...placeJobs(jobs, now).values()].filter(({ job }) => job.outcome === 'accepted'),
}))
/** Every time at which the predicate finds a fault. */
const wrong = (isWrong: (all: Placement[], now: Date) => boolean) =>
  days.filter(({ now, agreed }) => isWrong(agreed, now)).map(({ now }) => now.toISOString())
const isOpen = (at: number) => workingIntervals(midnightOf(new Date(at))).some(({ from, to }) => from <= at && at < to)

describe('the jobs of the demo, whenever it is seeded', () => {
  it('run one at a time and within working hours', () => {
    expect(
      wrong((all, now) => all.filter(({ isRunning }) => isRunning).length !== (isOpen(now.getTime()) ? 1 : 0)),
    ).toEqual([])
    expect(
      wrong((all, now) =>
        all.some(({ start, end, isRunning }) => (start <= now.getTime() && now.getTime() < end) !== isRunning),
      ),
    ).toEqual([])
  })

  it('are entirely within working hours', () => {
    expect(
      wrong((all) =>
        all.some(
          ({ start, end }) =>
            !workingIntervals(midnightOf(new Date(start))).some(({ from, to }) => from <= start && end <= to),
        ),
      ),
    ).toEqual([])
  })

  it('leave time to travel between them, and are at most four a day', () => {
    expect(
      wrong((all) => {
        const inOrder = all.toSorted((one, two) => one.start - two.start)
        return inOrder.some(({ end }, index) => (inOrder[index + 1]?.start ?? Infinity) - end < 30 * MINUTE_MS)
      }),
    ).toEqual([])
    expect(
      wrong((all) => {
        const dates = all.map(({ start }) => midnightOf(new Date(start)))
        return dates.some((date) => dates.filter((other) => other === date).length > 4)
      }),
    ).toEqual([])
  })

  it('continue today while working hours last, otherwise on the next working day', () => {
    expect(
      wrong((all, now) => {
        const next = Math.min(...all.filter(({ end }) => end > now.getTime()).map(({ start }) => start))
        return midnightOf(new Date(next)) !== dayOfStory(now)
      }),
    ).toEqual([])
    // A Sunday evening.
    const sunday = new Date('2026-11-22T21:30:00Z')
    expect(dayFrom(new Date(dayOfStory(sunday)), 0)).toBe('2026-11-23')
  })

  it('are either still to start or finally over', () => {
    expect(
      wrong((all, now) =>
        all.some(
          ({ job, start, isRunning }) =>
            !isRunning && start <= now.getTime() && (job.day === 'now' || job.day === 'next'),
        ),
      ),
    ).toEqual([])
    expect(
      wrong((all, now) =>
        all.some(({ job, end }) => typeof job.day === 'number' && job.day < 0 !== end < now.getTime()),
      ),
    ).toEqual([])
  })

  it('do not overlap other proposed times', () => {
    expect(
      wrong((all) => {
        const moved = all.find(({ job }) => job.became === 'to-be-moved')
        const slots = moved ? otherTimes(moved.start, moved.job.minutes) : []
        return (
          slots.length !== 2 ||
          slots.some(
            ({ from, to }) =>
              !isOpen(from) || !isOpen(to - 1) || all.some((each) => each.start < to && from < each.end),
          )
        )
      }),
    ).toEqual([])
  })

  it('are confirmed by the customer, or completed too recently for that', () => {
    expect(
      wrong((all, now) =>
        all.some(({ job, end }) => job.became === 'handed-over' && now.getTime() - end > 70 * HOUR_MS),
      ),
    ).toEqual([])
  })
})
