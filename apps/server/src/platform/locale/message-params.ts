import type { DayParam, InstantParam, MoneyParam } from '@fettle/i18n/message'

/** Parameters of messages whose form depends on the reader's language. */

/** An instant in a time zone. */
export const instant = (at: Date, timeZone: string): InstantParam => ({ at: at.toISOString(), timeZone })

/** The date of an instant. */
export const dateOf = (at: Date, timeZone: string): InstantParam => ({ ...instant(at, timeZone), show: 'date' })

/** A calendar day: `2026-11-25`. */
export const day = (text: string): DayParam => ({ day: text })

/** An amount, without the other fields of the record it comes from. */
export const money = ({ amount, currency }: MoneyParam): MoneyParam => ({ amount, currency })
