import { expect, it } from 'vitest'
import { byProximity } from './by-proximity.ts'

it('bookings are sorted by proximity, upcoming before past', () => {
  const row = (id: string, startAt: string, endAt: string) => ({ id, startAt, endAt })
  const rows = [
    row('last week', '2026-11-14T08:00:00Z', '2026-11-14T09:00:00Z'),
    row('next month', '2026-12-14T08:00:00Z', '2026-12-14T09:00:00Z'),
    row('now', '2026-11-21T07:30:00Z', '2026-11-21T08:30:00Z'),
    row('yesterday', '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'),
  ]
  expect(byProximity(rows, new Date('2026-11-21T08:00:00Z')).map(({ id }) => id)).toEqual([
    'now',
    'next month',
    'yesterday',
    'last week',
  ])
})
