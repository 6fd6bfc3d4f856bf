import type { Money } from '@fettle/protocol'

// To make a format takes longer than to use it a hundred times.
const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

function formatOf(currency: string) {
  const known = formats.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const made = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
  formats.set(currency, made)
  return made
}

/** An amount in the figures of its currency: `₦15,000`. */
export function moneyText({ amount, currency }: Money): string {
  const { format, unit } = formatOf(currency)
  return format.format(amount / unit)
}
