import type { Money } from '@fettle/protocol'
import type { Locale } from '@fettle/i18n/locales'

// Creating a formatter takes longer than a hundred calls of it.
const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

function formatOf(locale: Locale, currency: string) {
  const key = `${locale} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const made = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
  formats.set(key, made)
  return made
}

/** Formats an amount with its currency for a locale: `₦15,000`, `15 000 ₦`. */
export function formatMoney({ amount, currency }: Money, locale: Locale = 'en'): string {
  const { format, unit } = formatOf(locale, currency)
  return format.format(amount / unit)
}
