import type { Money } from '@fettle/protocol'
import { moneyText } from '../../../lib/format/money.ts'

/** Formats a change of a total with its sign: `+₦5,000`, `−₦5,000`. */
export function signedMoney({ amount, currency }: Money): string {
  const size = moneyText({ amount: Math.abs(amount), currency })
  return amount === 0 ? size : `${amount > 0 ? '+' : '−'}${size}`
}
