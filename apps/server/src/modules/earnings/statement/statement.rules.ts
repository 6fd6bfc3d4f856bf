import type { MessageDescriptor } from '@fettle/i18n/message'
import type { Cell } from '@fettle/protocol/common/csv'
import { ledgerTypes, type LedgerType } from '@fettle/protocol/earnings/earnings'
import { sumOf } from '@fettle/protocol/common/money'
import { addMonths, localDateTime, toInstant } from '../../../platform/locale/zoned-time.ts'
import type { LedgerEntryRow } from '../ledger.store.ts'
import { decimal } from '../payouts/payouts.rules.ts'

/** Content of a monthly statement. Pure. */

type Entry = Pick<LedgerEntryRow, 'at' | 'type' | 'amount' | 'custody' | 'sourceLabel'>

export interface MonthlyStatement {
  month: string
  /** The provider's, in which the month and its days begin. */
  timeZone: string
  currency: string
  /** The platform's holdings at the start of the month, in minor units. */
  opening: number
  /** Oldest first. */
  entries: readonly Entry[]
}

/** The name of a type, for one entry or for several. */
const nameOf = (type: LedgerType, count: number): MessageDescriptor => ({
  code: `statement.type.${type}`,
  params: { count },
})

/** Start of a month and of the next in a time zone. */
export function monthOf(month: string, timeZone: string): { from: Date; to: Date } {
  const first = `${month}-01`
  return { from: toInstant(first, '00:00', timeZone), to: toInstant(addMonths(first, 1, 1), '00:00', timeZone) }
}

export const titleOf = (month: string): MessageDescriptor => ({
  code: 'statement.title',
  params: { month: { at: `${month}-01T00:00:00Z`, timeZone: 'UTC', show: 'month' } },
})

const held = (entries: readonly Entry[]) => entries.filter(({ custody }) => custody === 'PLATFORM')

/** Platform money in and out by entry type, in their order. */
export function sumsByType(entries: readonly Entry[]): { name: MessageDescriptor; amount: number }[] {
  return ledgerTypes.flatMap((type) => {
    const amounts = held(entries).filter((entry) => entry.type === type)
    return amounts.length === 0 ? [] : [{ name: nameOf(type, 2), amount: sumOf(amounts.map(({ amount }) => amount)) }]
  })
}

export const closingOf = ({ opening, entries }: Pick<MonthlyStatement, 'opening' | 'entries'>): number =>
  sumOf([opening, ...held(entries).map(({ amount }) => amount)])

/** Direct payments less the platform's share. */
export const directOf = (entries: readonly Entry[]): number =>
  sumOf(entries.filter(({ custody }) => custody === 'PROVIDER').map(({ amount }) => amount))

export const lineOf = ({ at, type, custody, sourceLabel }: Entry, timeZone: string): MessageDescriptor => ({
  code: custody === 'PROVIDER' ? 'statement.direct-entry' : 'statement.entry',
  params: {
    date: { at: at.toISOString(), timeZone, show: 'date' },
    type: nameOf(type, 1),
    source: sourceLabel,
  },
})

export function toRows(statement: MonthlyStatement): Cell[][] {
  const { currency, timeZone, opening, entries } = statement
  const figure = (amount: number) => decimal({ amount, currency })
  return [
    ['date', 'type', 'for', 'held by', 'amount', 'currency'],
    ['', 'OPENING_BALANCE', '', 'PLATFORM', Number(figure(opening)), currency],
    ...entries.map(({ at, type, sourceLabel, custody, amount }) => [
      localDateTime(at, timeZone),
      type,
      sourceLabel,
      custody,
      Number(figure(amount)),
      currency,
    ]),
    ['', 'CLOSING_BALANCE', '', 'PLATFORM', Number(figure(closingOf(statement))), currency],
  ]
}
