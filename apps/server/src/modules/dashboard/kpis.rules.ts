import { SMALL_SAMPLE, type Kpi, type KpiItem, type KpiKey, type KpiUnit } from '@fettle/protocol/dashboard'
import type { CountedKey, Item, Sum } from './kpis.store.ts'

/** Numbers with what they mean (domain §14). Pure. */

interface Meaning {
  label: string
  unit: KpiUnit
  goodDirection: Kpi['goodDirection']
  explanation: string
}

const meaning: Record<KpiKey, Meaning> = {
  earnings: {
    label: 'Earnings',
    unit: 'MONEY',
    goodDirection: 'UP',
    explanation: 'What you were paid, less fees and refunds. It is counted once payments are recorded here.',
  },
  upcomingValue: {
    label: 'Coming up',
    unit: 'MONEY',
    goodDirection: 'UP',
    explanation: 'The agreed value of your confirmed bookings. Jobs that are still to be quoted add nothing.',
  },
  jobsCompleted: {
    label: 'Jobs completed',
    unit: 'COUNT',
    goodDirection: 'UP',
    explanation: 'Jobs you finished in this time and your customer confirmed.',
  },
  responseTime: {
    label: 'Response time',
    unit: 'MINUTES',
    goodDirection: 'DOWN',
    explanation: 'Half of the requests of this time were answered faster, counted in your working hours.',
  },
  acceptanceRate: {
    label: 'Requests accepted',
    unit: 'PERCENT',
    goodDirection: 'UP',
    explanation:
      'Accepted requests of all you accepted, declined or missed. Withdrawn ones and those declined for safety are left out.',
  },
  offerWinRate: {
    label: 'Offers won',
    unit: 'PERCENT',
    goodDirection: 'UP',
    explanation: 'Accepted offers of all that were decided or ran out. It is counted from your first offer on.',
  },
  openOffersValue: {
    label: 'Open offers',
    unit: 'MONEY',
    goodDirection: 'UP',
    explanation: 'What the offers that wait for an answer come to. It is counted from your first offer on.',
  },
  onTimeRate: {
    label: 'On time',
    unit: 'PERCENT',
    goodDirection: 'UP',
    explanation: 'Arrivals within the agreed window and ten minutes, of all arrivals.',
  },
  providerCancellationRate: {
    label: 'Cancelled by you',
    unit: 'PERCENT',
    goodDirection: 'DOWN',
    explanation:
      'Confirmed bookings that ended early through you, of all confirmed ones. Contested ones are left out until settled.',
  },
  rating: {
    label: 'Rating',
    unit: 'STARS',
    goodDirection: 'UP',
    explanation: 'The mean of your published reviews. It is counted from your first review on.',
  },
  repeatCustomers: {
    label: 'Repeat customers',
    unit: 'PERCENT',
    goodDirection: 'UP',
    explanation: 'Customers you did two jobs or more for in this time, of all you did one for.',
  },
  profileStrength: {
    label: 'Profile strength',
    unit: 'PERCENT',
    goodDirection: 'UP',
    explanation: 'How much of your profile is filled in.',
  },
}

/** One decimal place is all a share of few can bear. */
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10

export function deltaPercent(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null
  return percent(value - previous, Math.abs(previous))
}

/** The one in the middle; the mean of the two there where their number is even. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return null
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper
  return Math.round(((lower ?? upper) + upper) / 2)
}

interface Counted {
  value: number | null
  previous?: number | null
  numerator?: number | null
  denominator?: number | null
  sample: number
  currency?: string | null
}

function toKpi(key: KpiKey, { value, previous = null, ...rest }: Counted, range: string): Kpi {
  const hasRows = rest.sample > 0
  return {
    key,
    ...meaning[key],
    value,
    currency: rest.currency ?? null,
    previous,
    deltaPercent: deltaPercent(value, previous),
    numerator: rest.numerator ?? null,
    denominator: rest.denominator ?? null,
    sampleTooSmall: rest.sample < SMALL_SAMPLE,
    drilldown: hasRows ? `/v2/dashboard/kpis/${key}/items?range=${range}` : null,
  }
}

const rates = new Set<CountedKey>(['acceptanceRate', 'onTimeRate', 'providerCancellationRate', 'repeatCustomers'])

/** Every number in the order of the table. What nothing is known of says so: null, and too small a sample. */
export function kpisOf({
  sums,
  response,
  currency,
  profile,
  range,
}: {
  sums: readonly Sum[]
  /** Minutes to the answer, of each request. */
  response: { current: readonly number[]; before: readonly number[] }
  currency: string
  profile: { percent: number; parts: number; missing: number }
  range: string
}): Kpi[] {
  const sumOf = (key: CountedKey, period: Sum['period']) =>
    sums.find((sum) => sum.key === key && sum.period === period) ?? { rows: 0, hits: 0, amount: null }
  const share = ({ rows, hits }: { rows: number; hits: number }) => (rows === 0 ? null : percent(hits, rows))
  const counted = (key: KpiKey): Counted => {
    switch (key) {
      case 'jobsCompleted': {
        const { rows } = sumOf(key, 'current')
        return { value: rows, previous: sumOf(key, 'before').rows, sample: rows, numerator: rows }
      }
      case 'upcomingValue': {
        const { rows, amount } = sumOf(key, 'current')
        return { value: amount ?? 0, sample: rows, numerator: rows, currency }
      }
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
        if (!rates.has(key as CountedKey)) return { value: null, sample: 0 }
        const sum = sumOf(key as CountedKey, 'current')
        return {
          value: share(sum),
          previous: share(sumOf(key as CountedKey, 'before')),
          numerator: sum.hits,
          denominator: sum.rows,
          sample: sum.rows,
        }
      }
    }
  }
  return (Object.keys(meaning) as KpiKey[]).map((key) => toKpi(key, counted(key), range))
}

/** A row as somebody reads it. */
export function toItem(
  key: CountedKey,
  { id, at, hit, amount, reference, title, customer, currency, timeZone }: Item,
  minutes: number | null = null,
): KpiItem {
  const isCustomer = key === 'repeatCustomers'
  const jobs = isCustomer ? Number(amount) : 0
  return {
    id,
    kind: isCustomer ? 'CUSTOMER' : 'BOOKING',
    title,
    detail: isCustomer ? `${jobs} ${jobs === 1 ? 'job' : 'jobs'}` : `${reference} · ${customer}`,
    at: at.toISOString(),
    timeZone,
    counted: hit,
    amount: !isCustomer && amount !== null && currency ? { amount, currency } : null,
    minutes,
    redirect: isCustomer ? `/bookings?customer=${id}` : `/bookings/${id}`,
  }
}
