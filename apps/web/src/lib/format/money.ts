import type { Money } from '@fettle/protocol'
import type { Price } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { formatter } from './dates.ts'

/** Formats minor units: `₦15,000`; the fraction is shown only when it is not zero. */
export const moneyText = (amount: Money): string => formatter().money(amount)

/** Formats a change of an amount with its sign: `+₦5,000`, `-₦5,000`. */
export const signedMoneyText = (amount: Money): string => formatter().money(amount, { signDisplay: 'exceptZero' })

/** Formats minor units in few characters, for the axis of a chart: `₦1.5M`. */
export const shortMoneyText = (amount: Money): string => formatter().money(amount, { notation: 'compact' })

/** Formats a price: `₦15,000`, `₦5,000 an hour`, or that it is still to be quoted. */
export function priceText({ model, amount, hourlyRate }: Price): string {
  // Hourly work with an amount is completed and costs that.
  if (amount) return moneyText(amount)
  if (!hourlyRate || model === 'TO_QUOTE') return t`No price yet`
  const money = moneyText(hourlyRate)
  return t`${money} an hour`
}
