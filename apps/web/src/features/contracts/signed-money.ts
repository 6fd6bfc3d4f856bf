import type { Money } from '@fettle/protocol'
import { moneyText } from '../../lib/money.ts'

/** `+₦5,000`, `-₦5,000`: what a total changes by. */
export const signedMoney = (money: Money): string => (money.amount > 0 ? `+${moneyText(money)}` : moneyText(money))
