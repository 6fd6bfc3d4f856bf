import type { Cell } from '@fettle/protocol/common/csv'
import type { LedgerType } from '@fettle/protocol/earnings/earnings'
import { sumOf } from '@fettle/protocol/common/money'
import type { LedgerEntryRow } from '../ledger.store.ts'
import { decimal } from '../payouts/payouts.rules.ts'

/** Content of a monthly statement. Pure. */

type Entry = Pick<LedgerEntryRow, 'at' | 'type' | 'amount' | 'custody' | 'sourceLabel'>

export interface MonthlyStatement {
  month: string
  currency: string
  /** The platform's holdings at the start of the month, in minor units. */
  opening: number
  /** Oldest first. */
  entries: readonly Entry[]
}

const names: Record<LedgerType, string> = {
  EARNING: 'Work',
  DEPOSIT: 'Deposits',
  TIP: 'Tips',
  CANCELLATION_FEE: 'Cancellation fees',
  REFERRAL_BONUS: 'Referral bonuses',
  PLATFORM_FEE: 'Platform fees',
  REFUND: 'Refunds',
  ADJUSTMENT: 'Adjustments',
  PAYOUT: 'Payouts',
  PAYOUT_REVERSAL: 'Payouts that came back',
}

/** Singular names. */
const oneOf: Record<LedgerType, string> = {
  ...names,
  DEPOSIT: 'Deposit',
  TIP: 'Tip',
  CANCELLATION_FEE: 'Cancellation fee',
  REFERRAL_BONUS: 'Referral bonus',
  PLATFORM_FEE: 'Platform fee',
  REFUND: 'Refund',
  ADJUSTMENT: 'Adjustment',
  PAYOUT: 'Payout',
  PAYOUT_REVERSAL: 'Payout that came back',
}

/** Start of a month and of the next. */
export function monthOf(month: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: new Date(Date.UTC(year, number - 1, 1)), to: new Date(Date.UTC(year, number, 1)) }
}

export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(monthOf(month).from)

const held = (entries: readonly Entry[]) => entries.filter(({ custody }) => custody === 'PLATFORM')

/** Platform money in and out by entry type, in the order of the table above. */
export function sumsByType(entries: readonly Entry[]): { name: string; amount: number }[] {
  return (Object.keys(names) as LedgerType[]).flatMap((type) => {
    const amounts = held(entries).filter((entry) => entry.type === type)
    return amounts.length === 0 ? [] : [{ name: names[type], amount: sumOf(amounts.map(({ amount }) => amount)) }]
  })
}

export const closingOf = ({ opening, entries }: Pick<MonthlyStatement, 'opening' | 'entries'>): number =>
  sumOf([opening, ...held(entries).map(({ amount }) => amount)])

/** Direct payments less the platform's share. */
export const directOf = (entries: readonly Entry[]): number =>
  sumOf(entries.filter(({ custody }) => custody === 'PROVIDER').map(({ amount }) => amount))

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const lineOf = ({ at, type, custody, sourceLabel }: Entry): string =>
  `${dayFormat.format(at)}: ${oneOf[type]}, ${sourceLabel}${custody === 'PROVIDER' ? ' (paid directly)' : ''}`

export function toRows(statement: MonthlyStatement): Cell[][] {
  const { currency, opening, entries } = statement
  const figure = (amount: number) => decimal({ amount, currency })
  return [
    ['date', 'type', 'for', 'held by', 'amount', 'currency'],
    ['', 'OPENING_BALANCE', '', 'PLATFORM', Number(figure(opening)), currency],
    ...entries.map(({ at, type, sourceLabel, custody, amount }) => [
      at.toISOString(),
      type,
      sourceLabel,
      custody,
      Number(figure(amount)),
      currency,
    ]),
    ['', 'CLOSING_BALANCE', '', 'PLATFORM', Number(figure(closingOf(statement))), currency],
  ]
}
