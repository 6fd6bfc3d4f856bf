import type { Charts } from '@fettle/protocol/workspace/dashboard'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { moneyCells, type CsvTable } from '../../../lib/browser/save-csv.ts'
import { formatter } from '../../../lib/format/dates.ts'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'

export const outcomeKeys = ['completed', 'open', 'cancelled', 'noShow', 'declined', 'missed'] as const
export type OutcomeKey = (typeof outcomeKeys)[number]

const outcomes: Record<OutcomeKey, MessageDescriptor> = {
  completed: msg`Completed`,
  open: msg`Not finished yet`,
  cancelled: msg`Cancelled`,
  noShow: msg`No-show`,
  declined: msg`Declined`,
  missed: msg`Missed`,
}

export const outcomeLabel = (key: OutcomeKey): string => i18n._(outcomes[key])

export const earningKeys = ['paid', 'available', 'pending'] as const
export type EarningKey = (typeof earningKeys)[number]

const earnings: Record<EarningKey, MessageDescriptor> = {
  paid: msg`Paid out`,
  available: msg`Available`,
  pending: msg`Pending`,
}

export const earningLabel = (key: EarningKey): string => i18n._(earnings[key])

export const earningsTable = ({ earnings: { currency, bars } }: Charts): CsvTable => ({
  header: [t`From`, ...earningKeys.map((key) => `${earningLabel(key)} (${currency})`)],
  rows: bars.map((bar) => [bar.from, ...earningKeys.map((key) => moneyCells({ amount: bar[key], currency })[0])]),
})

/** Label of a bar by its first day: `Mon 23`, `23 Nov` or `Nov`. */
export function barLabel(from: string, bucket: Charts['bucket']): string {
  const options: Intl.DateTimeFormatOptions =
    bucket === 'MONTH'
      ? { month: 'short' }
      : bucket === 'DAY'
        ? { weekday: 'short', day: 'numeric' }
        : { day: 'numeric', month: 'short' }
  return formatter().date(from, { ...options, timeZone: 'UTC' })
}

/** Weekday name; Monday is 0. */
export const weekdayLabel = (weekday: number): string =>
  formatter().date(Date.UTC(2024, 0, 1 + weekday), { weekday: 'short', timeZone: 'UTC' })

export const hourLabel = (hour: number): string =>
  formatter().date(Date.UTC(2024, 0, 1, hour), { hour: 'numeric', timeZone: 'UTC' })

export const outcomesTable = ({ outcomes }: Charts): CsvTable => ({
  header: [t`From`, ...outcomeKeys.map(outcomeLabel)],
  rows: outcomes.map((bar) => [bar.from, ...outcomeKeys.map((key) => bar[key])]),
})

export const busyTable = ({ busyHours }: Charts): CsvTable => ({
  header: [t`Day`, t`Hour`, t`Jobs`],
  rows: busyHours.map(({ weekday, hour, jobs }) => [weekdayLabel(weekday), hourLabel(hour), jobs]),
})

const serviceLabel = (service: Charts['serviceMix'][number]['service']) =>
  service === null ? t`No trade set` : serviceTypeLabel(service)

export const servicesTable = ({ serviceMix }: Charts): CsvTable => ({
  header: [t`Service`, t`Jobs`],
  rows: serviceMix.map(({ service, jobs }) => [serviceLabel(service), jobs]),
})

const stages: Record<Charts['funnel'][number]['stage'], MessageDescriptor> = {
  REQUESTED: msg`Requested`,
  SENT: msg`Offer sent`,
  VIEWED: msg`Offer viewed`,
  ACCEPTED: msg`Accepted`,
  COMPLETED: msg`Completed`,
}

const stageLabel = (stage: Charts['funnel'][number]['stage']): string => i18n._(stages[stage])

/** Table of the booking funnel; stages without data have no row. */
export const funnelTable = ({ funnel }: Charts): CsvTable => ({
  header: [t`Stage`, t`Jobs`, t`Days since previous stage (median)`],
  rows: funnel
    .filter(({ count }) => count !== null)
    .map(({ stage, count, medianDays }) => [stageLabel(stage), count, medianDays]),
})
