import type { Money } from '@fettle/protocol'
import { moneyText } from '../../lib/format/money.ts'

/** `+₦5,000`, `−₦5,000`: what a total changes by, with the sign of offers. */
export function signedMoney({ amount, currency }: Money): string {
  const size = moneyText({ amount: Math.abs(amount), currency })
  return amount === 0 ? size : `${amount > 0 ? '+' : '−'}${size}`
}
