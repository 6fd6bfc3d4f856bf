import type { Money } from '@fettle/protocol'
import type { Price } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { regionalLocale } from './dates.ts'

interface MoneyFormats {
  format: Intl.NumberFormat
  /** Minor units per unit. */
  unit: number
}
const formats = new Map<string, MoneyFormats>()

function formatOf(currency: string): MoneyFormats {
  const locale = regionalLocale()
  const key = `${locale} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  // `resolvedOptions` is slower than formatting, so its result is cached.
  const made = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
  formats.set(key, made)
  return made
}

/** Formats minor units: `₦15,000`; the fraction is shown only when it is not zero. */
export function moneyText({ amount, currency }: Money): string {
  const { format, unit } = formatOf(currency)
  return format.format(amount / unit)
}

/** Formats a price: `₦15,000`, `₦5,000 an hour`, or that it is still to be quoted. */
export function priceText({ model, amount, hourlyRate }: Price): string {
  // Hourly work with an amount is completed and costs that.
  if (amount) return moneyText(amount)
  if (!hourlyRate || model === 'TO_QUOTE') return t`No price yet`
  const money = moneyText(hourlyRate)
  return t`${money} an hour`
}
