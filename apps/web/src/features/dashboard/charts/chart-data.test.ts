import type { Charts } from '@fettle/protocol/workspace/dashboard'
import { expect, it } from 'vitest'
import { barLabel, busyTable, earningsTable, funnelTable, outcomesTable, servicesTable } from './chart-data.ts'

const charts: Charts = {
  bucket: 'WEEK',
  earnings: { currency: 'NGN', bars: [{ from: '2026-11-23', paid: 0, available: 1_350_000, pending: -150_050 }] },
  outcomes: [{ from: '2026-11-23', completed: 3, cancelled: 1, noShow: 0, declined: 0, missed: 2, open: 4 }],
  busyHours: [{ weekday: 0, hour: 9, jobs: 2 }],
  serviceMix: [
    { service: 'PLUMBING', jobs: 5 },
    { service: null, jobs: 1 },
  ],
  funnel: [
    { stage: 'REQUESTED', count: 10, medianDays: null },
    { stage: 'SENT', count: null, medianDays: null },
    { stage: 'ACCEPTED', count: 6, medianDays: 0.4 },
  ],
}

it('every chart has its data as a table', () => {
  expect(outcomesTable(charts).rows).toEqual([['2026-11-23', 3, 4, 1, 0, 0, 2]])
  expect(earningsTable(charts).rows).toEqual([['2026-11-23', 0, 13_500, -1_500.5]])
  expect(busyTable(charts).rows).toEqual([['Mon', expect.stringMatching(/9/), 2]])
  expect(servicesTable(charts).rows).toEqual([
    ['Plumbing', 5],
    ['No trade set', 1],
  ])
  // Unknown offer figures have no row instead of a zero.
  expect(funnelTable(charts).rows).toEqual([
    ['Requested', 10, null],
    ['Accepted', 6, 0.4],
  ])
})

it('a bar is labelled by day, first day of the week, or month', () => {
  expect([barLabel('2026-11-23', 'DAY'), barLabel('2026-11-23', 'WEEK'), barLabel('2026-11-01', 'MONTH')]).toEqual([
    expect.stringMatching(/Mon.*23|23.*Mon/),
    expect.stringMatching(/23.*Nov|Nov.*23/),
    'Nov',
  ])
})
