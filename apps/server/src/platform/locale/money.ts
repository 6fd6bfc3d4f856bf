import type { Money } from '@fettle/protocol'
import type { Locale } from '@fettle/protocol/common/locales'

// To make a format takes longer than to use it a hundred times.
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

/** An amount in the figures of its currency, as a language writes it: `₦15,000`, `15 000 ₦`. */
export function formatMoney({ amount, currency }: Money, locale: Locale = 'en'): string {
  const { format, unit } = formatOf(locale, currency)
  return format.format(amount / unit)
}
