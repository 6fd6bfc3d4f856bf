/** `₦25,000`: an amount as people say it, without zero decimals. */
export function spokenAmount({ amount, currency }: { amount: number; currency: string }): string {
  const whole = amount % 100 === 0
  return new Intl.NumberFormat('en-NG', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole ? { maximumFractionDigits: 0 } : {}),
  }).format(amount / 100)
}

export const naira = (whole: number) => ({ amount: whole * 100, currency: 'NGN' })
