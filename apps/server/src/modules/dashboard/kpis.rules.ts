import { SMALL_SAMPLE, type Kpi, type KpiItem, type KpiKey } from '@fettle/protocol/workspace/dashboard'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import type { CountedKey, KpiItemRow, KpiSum } from './kpis.store.ts'

/** KPIs with unit and good direction. Pure. */

const kpiMeaning: Record<KpiKey, Pick<Kpi, 'unit' | 'goodDirection'>> = {
  earnings: { unit: 'MONEY', goodDirection: 'UP' },
  upcomingValue: { unit: 'MONEY', goodDirection: 'UP' },
  jobsCompleted: { unit: 'COUNT', goodDirection: 'UP' },
  responseTime: { unit: 'MINUTES', goodDirection: 'DOWN' },
  acceptanceRate: { unit: 'PERCENT', goodDirection: 'UP' },
  offerWinRate: { unit: 'PERCENT', goodDirection: 'UP' },
  openOffersValue: { unit: 'MONEY', goodDirection: 'UP' },
  onTimeRate: { unit: 'PERCENT', goodDirection: 'UP' },
  providerCancellationRate: { unit: 'PERCENT', goodDirection: 'DOWN' },
  rating: { unit: 'STARS', goodDirection: 'UP' },
  repeatCustomers: { unit: 'PERCENT', goodDirection: 'UP' },
  profileStrength: { unit: 'PERCENT', goodDirection: 'UP' },
}

/** A percentage to one decimal, which is all a small sample supports. */
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10

export function deltaPercent(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null
  return percent(value - previous, Math.abs(previous))
}

/** The median. Undefined for an empty list. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return null
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper
  return Math.round(((lower ?? upper) + upper) / 2)
}

interface KpiCounts {
  value: number | null
  previous?: number | null
  numerator?: number | null
  denominator?: number | null
  sample: number
  currency?: string | null
}

function toKpi(key: KpiKey, { value, previous = null, ...rest }: KpiCounts, range: string): Kpi {
  return {
    key,
    ...kpiMeaning[key],
    value,
    currency: rest.currency ?? null,
    previous,
    deltaPercent: deltaPercent(value, previous),
    numerator: rest.numerator ?? null,
    denominator: rest.denominator ?? null,
    sampleTooSmall: rest.sample < SMALL_SAMPLE,
    drilldown: rest.sample > 0 ? `/v2/dashboard/kpis/${key}/items?range=${range}` : null,
  }
}

const rates = new Set<CountedKey>([
  'acceptanceRate',
  'offerWinRate',
  'onTimeRate',
  'providerCancellationRate',
  'repeatCustomers',
])

/** All KPIs in display order. Without data the value is null and the sample is marked as too small. */
export function kpisOf({
  sums,
  response,
  currency,
  earnedCurrency,
  profile,
  rating,
  range,
}: {
  sums: readonly KpiSum[]
  /** Minutes until the answer, per request. */
  response: { current: readonly number[]; before: readonly number[] }
  currency: string
  /** That of the ledger, which stays when the provider moves to another country. */
  earnedCurrency: string
  profile: { percent: number; parts: number; missing: number }
  rating: { average: number; count: number } | null
  range: string
}): Kpi[] {
  const sumOf = (key: CountedKey, period: KpiSum['period']) =>
    sums.find((sum) => sum.key === key && sum.period === period) ?? { rows: 0, hits: 0, amount: null }
  const share = ({ rows, hits }: { rows: number; hits: number }) => (rows === 0 ? null : percent(hits, rows))
  const countsOf = (key: KpiKey): KpiCounts => {
    switch (key) {
      case 'jobsCompleted': {
        const { rows } = sumOf(key, 'current')
        return { value: rows, previous: sumOf(key, 'before').rows, sample: rows, numerator: rows }
      }
      case 'earnings': {
        const { rows, amount } = sumOf(key, 'current')
        const before = sumOf(key, 'before')
        return { value: amount ?? 0, previous: before.amount, sample: rows, numerator: rows, currency: earnedCurrency }
      }
      case 'upcomingValue': {
        const { rows, amount } = sumOf(key, 'current')
        return { value: amount ?? 0, sample: rows, numerator: rows, currency }
      }
      case 'openOffersValue': {
        const { rows, amount } = sumOf(key, 'current')
        return { value: amount, sample: rows, numerator: rows, currency }
      }
      case 'rating':
        return { value: rating?.average ?? null, denominator: rating?.count ?? null, sample: rating?.count ?? 0 }
      case 'responseTime': {
        const { current, before } = response
        return {
          value: medianOf(current),
          previous: medianOf(before),
          sample: current.length,
          numerator: current.length,
        }
      }
      case 'profileStrength': {
        const { percent: value, parts, missing } = profile
        return { value, numerator: parts - missing, denominator: parts, sample: Math.max(parts, SMALL_SAMPLE) }
      }
      default: {
        if (!rates.has(key)) return { value: null, sample: 0 }
        const sum = sumOf(key, 'current')
        return {
          value: share(sum),
          previous: share(sumOf(key, 'before')),
          numerator: sum.hits,
          denominator: sum.rows,
          sample: sum.rows,
        }
      }
    }
  }
  return (Object.keys(kpiMeaning) as KpiKey[]).map((key) => toKpi(key, countsOf(key), range))
}

type ItemKind = KpiItem['kind']
const kinds: Partial<Record<CountedKey, ItemKind>> = {
  repeatCustomers: 'CUSTOMER',
  earnings: 'ENTRY',
  offerWinRate: 'OFFER',
  openOffersValue: 'OFFER',
  rating: 'REVIEW',
}
/** Where an item is opened. */
const kindPaths: Record<
  ItemKind,
  (id: string, of: Pick<KpiItemRow, 'bookingId' | 'invoiceId' | 'contractId'>) => string
> = {
  BOOKING: (id) => `/bookings/${id}`,
  CUSTOMER: (id) => `/bookings?customer=${id}`,
  OFFER: (id) => `/offers/${id}`,
  MILESTONE: (_, { contractId }) => `/contracts/${contractId}`,
  ENTRY: (_, { bookingId, invoiceId }) =>
    bookingId ? `/bookings/${bookingId}` : invoiceId ? `/invoices/${invoiceId}` : '/earnings',
  REVIEW: (id) => `/reviews?review=${id}`,
  PROFILE: () => '/profile',
}

/** Converts a row for display. */
export function toItem(
  key: CountedKey,
  { id, at, hit, amount, reference, title, customer, currency, timeZone, bookingId, invoiceId, contractId }: KpiItemRow,
  minutes: number | null = null,
): KpiItem {
  const kind = contractId ? 'MILESTONE' : (kinds[key] ?? 'BOOKING')
  const isCustomer = kind === 'CUSTOMER'
  return {
    id,
    kind,
    title: isCustomer ? customerNameOf(title) : title,
    reference: isCustomer ? null : reference,
    customerName: isCustomer || customer === null ? null : customerNameOf(customer),
    jobs: isCustomer ? Number(amount) : null,
    weight: null,
    at: at?.toISOString() ?? null,
    timeZone,
    counted: hit,
    amount: !isCustomer && kind !== 'REVIEW' && amount !== null && currency ? { amount, currency } : null,
    minutes,
    stars: kind === 'REVIEW' ? amount : null,
    redirect: kindPaths[kind](id, { bookingId, invoiceId, contractId }),
  }
}
