import type { BookingSummary } from '@fettle/protocol/bookings'
import { describe, expect, it } from 'vitest'
import { inMessages, isAbout, jobsFor } from './model.ts'

const now = new Date('2026-11-25T09:00:00Z')
const job = (id: string, status: string, hours: number | null) =>
  ({
    id,
    status,
    startAt: hours === null ? null : new Date(now.getTime() + hours * 3_600_000).toISOString(),
  }) as BookingSummary

describe('the jobs offered for a photo', () => {
  it('are running ones first, then the nearest, each once', () => {
    const jobs = jobsFor(
      [
        job('next-week', 'CONFIRMED', 170),
        job('whenever', 'CONFIRMED', null),
        job('yesterday', 'AWAITING_CONFIRMATION', -20),
        job('soon', 'CONFIRMED', 2),
        job('here', 'IN_PROGRESS', -300),
        job('soon', 'CONFIRMED', 2),
      ],
      now,
    )
    expect(jobs.map(({ id }) => id)).toEqual(['here', 'soon', 'yesterday', 'next-week', 'whenever'])
  })

  it('exclude ended and unconfirmed ones', () => {
    const states = ['REQUESTED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'COMPLETED', 'NO_SHOW']
    expect(
      jobsFor(
        states.map((status) => job(status, status, 1)),
        now,
      ),
    ).toEqual([])
  })

  it('are searched by any of their texts', () => {
    expect([isAbout('TAP', 'A tap', 'Ada'), isAbout(' ada ', 'A tap', 'Ada'), isAbout('roof', 'A tap', 'Ada')]).toEqual(
      [true, true, false],
    )
  })
})

it('photos are split into messages by the limit', () => {
  const photos = Array.from({ length: 23 }, (_, at) => at)
  expect(inMessages(photos).map((some) => some.length)).toEqual([10, 10, 3])
  expect(inMessages(photos).flat()).toEqual(photos)
  expect(inMessages([])).toEqual([])
})
