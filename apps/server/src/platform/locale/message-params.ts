import type { DayParam, InstantParam, MoneyParam } from '@fettle/i18n/message'
import { localDate } from './zoned-time.ts'

/** Parameters of messages whose form depends on the reader's language. */

/** An instant as read in a time zone: with date and time, or only one of them. */
export const instantParam = (at: Date, timeZone: string, show?: 'date' | 'time'): InstantParam => ({
  at: at.toISOString(),
  timeZone,
  ...(show && { show }),
})

/** The day of an instant in a time zone. */
export const dayParam = (at: Date, timeZone: string): DayParam => ({ day: localDate(at, timeZone) })

/** An amount, without the other fields of the record it comes from. */
export const moneyParam = ({ amount, currency }: MoneyParam): MoneyParam => ({ amount, currency })
