import type { EarningsMonth, LedgerEntry, LedgerType } from '@fettle/protocol/earnings/earnings'
import type { PayoutSchedule, PayoutTerms } from '@fettle/protocol/earnings/payouts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { paths } from '../../routing/paths.ts'
import { dayIn, dayName, ownTimeZone, formatter } from '../../lib/format/dates.ts'

const types: Record<LedgerType, MessageDescriptor> = {
  EARNING: msg`Work`,
  DEPOSIT: msg`Deposit`,
  TIP: msg`Tip`,
  CANCELLATION_FEE: msg`Cancellation fee`,
  REFERRAL_BONUS: msg`Referral bonus`,
  PLATFORM_FEE: msg`Platform fee`,
  REFUND: msg`Refunded`,
  ADJUSTMENT: msg`Adjustment`,
  PAYOUT: msg`Payout`,
  PAYOUT_REVERSAL: msg`Returned payout`,
}
export const typeLabel = (type: LedgerType): string => i18n._(types[type])

/** Label of a ledger entry, with its custodian where that is not the platform. */
export const entryLabel = ({ type, custody }: LedgerEntry): string =>
  custody === 'PROVIDER' ? t`${typeLabel(type)}, paid to you directly` : typeLabel(type)

const schedules: Record<PayoutSchedule, MessageDescriptor> = {
  MANUAL: msg`Only when I request it`,
  WEEKLY: msg`Every Monday`,
  DAILY: msg`Every working day`,
}
export const scheduleLabel = (schedule: PayoutSchedule): string => i18n._(schedules[schedule])

/**
 * Whether the provider has to request what is available: it is less than an automatic payout, and nothing more is to
 * come.
 */
export const isLeftOver = ({ available, smallest }: PayoutTerms): boolean =>
  available.amount > 0 && available.amount === smallest.amount

/** Note on the available balance: why no payout is possible, else when the next one is. */
export function availableNote(terms: PayoutTerms, now: Date): string {
  const { obstacle, nextPayoutAt } = terms
  if (obstacle) return obstacle.message
  const next = nextPayoutAt && !isLeftOver(terms) && dayName(nextPayoutAt, ownTimeZone(), now)
  return next ? t`Next automatic payout: ${next}` : t`You can pay this out to your bank.`
}

const ofMonth = (month: string, options: Intl.DateTimeFormatOptions) =>
  formatter().date(`${month}-01T00:00:00Z`, { ...options, timeZone: 'UTC' })

/** Formats a month: `2026-10` → `October 2026`. */
export const monthName = (month: string): string => ofMonth(month, { month: 'long', year: 'numeric' })
/** Formats a month as `Oct`. */
export const shortMonth = (month: string): string => ofMonth(month, { month: 'short' })

/** First and last day of a month. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** The current month in the provider's time zone, which months begin in: the server's last, the reader's until it is loaded. */
export const currentMonth = (months: readonly EarningsMonth[] | undefined, now: Date): string =>
  months?.at(-1)?.month ?? dayIn(now, ownTimeZone()).slice(0, 7)

/** The latest months up to the current one, which is the first. */
export function lastMonths(current: string, count: number): string[] {
  const [year = 0, month = 1] = current.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

const MIN_MONTHS = 3

/** The months of a chart: from the first with an amount, and at least three. */
export function monthsToShow(months: readonly EarningsMonth[]): readonly EarningsMonth[] {
  const first = months.findIndex(({ earned, paidOut }) => earned.amount !== 0 || paidOut.amount !== 0)
  return months.slice(Math.max(0, Math.min(first, months.length - MIN_MONTHS)))
}

/** Address of the bank details in the profile. */
export const bankPath = `${paths.profile}?tab=information#bankingInformation`

const remedies: Partial<Record<NonNullable<PayoutTerms['obstacle']>['code'], () => { to: string; label: string }>> = {
  PAYOUT_VERIFICATION_REQUIRED: () => ({ to: `${paths.profile}?tab=documents`, label: t`Upload documents` }),
  PAYOUT_BANK_REQUIRED: () => ({ to: bankPath, label: t`Add bank account` }),
  PAYOUT_NAME_MISMATCH: () => ({ to: bankPath, label: t`Fix bank details` }),
}

/** Where the obstacle of a payout can be resolved. */
export const remedyFor = ({ obstacle }: PayoutTerms) => obstacle && remedies[obstacle.code]?.()

/** Address of an entry's source; undefined where there is none. */
export function sourcePath({ source: { type, id } }: LedgerEntry): string | undefined {
  if (type === 'booking') return paths.booking(id)
  if (type === 'invoice') return paths.invoice(id)
  if (type === 'payout') return `${paths.earnings}?tab=payouts&payout=${id}`
  return undefined
}
