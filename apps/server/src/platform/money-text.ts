import type { Money } from '@fettle/protocol'

/** An amount in the figures of its currency: `₦15,000`. */
export function moneyText({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
