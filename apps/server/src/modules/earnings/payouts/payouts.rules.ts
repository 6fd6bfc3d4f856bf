import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { formatterOf, fractionDigitsOf } from '@fettle/i18n/format'
import { actionsFrom, nextState, type Money } from '@fettle/protocol'
import {
  payoutFlow,
  type OperatorPayout,
  type Payout,
  type PayoutAction,
  type PayoutSchedule,
  type PayoutTerms,
} from '@fettle/protocol/earnings/payouts'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { AppError } from '../../../platform/errors.ts'
import { dayParam } from '../../../platform/locale/message-params.ts'
import { localized } from '../../../platform/locale/messages.ts'
import { addDays, localDate, localTime, toInstant, weekdayOf } from '../../../platform/locale/zoned-time.ts'
import type { Payee } from '../../profile/index.ts'
import type { LedgerSums } from '../ledger.store.ts'
import type { PayoutRow } from './payouts.store.ts'

/** Rules of payouts. Pure. */

/** Time of day of scheduled payouts, in the provider's time zone. */
const SCHEDULE_TIME = '06:00'

export type PayoutRole = 'PROVIDER' | 'OPERATOR'

/** Smallest payout in minor units. The setting is in hundredths, so currencies without decimals divide it. */
export const smallestPayout = (currency: string, settings: SettingValues): number =>
  Math.max(1, Math.round(settings.smallestPayout * 10 ** (fractionDigitsOf(currency) - 2)))

/**
 * Smallest amount that can be requested by hand now. All that is left may be less than the setting, because more may
 * never come.
 */
export function smallestRequest(
  { available, pending, onHold }: Pick<LedgerSums, 'available' | 'pending' | 'onHold'>,
  currency: string,
  settings: SettingValues,
): number {
  const smallest = smallestPayout(currency, settings)
  const isAllThatIsLeft = available > 0 && pending === 0 && onHold === 0
  return isAllThatIsLeft ? Math.min(smallest, available) : smallest
}

/** `15000.00`: an amount for banks and spreadsheets. */
export function decimal({ amount, currency }: { amount: number; currency: string }): string {
  const digits = fractionDigitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The payee and their time zone. */
export interface Payable {
  payee: Payee | undefined
  timeZone: string
}

/**
 * Throws if a payout is not possible now: no bank account, identity not verified, account in another name, or bank details changed
 * recently.
 */
export function assertPayable({ payee, timeZone }: Payable, now: Date, settings: SettingValues): Payee {
  if (!payee) throw new AppError('PAYOUT_BANK_REQUIRED')
  if (payee.verificationLevel !== 'VERIFIED') throw new AppError('PAYOUT_VERIFICATION_REQUIRED')
  if (payee.accountNameMatch === 'MISMATCH') throw new AppError('PAYOUT_NAME_MISMATCH')
  const restartsAt = new Date(+payee.bankChangedAt + settings.bankCooldownHours * HOUR_MS)
  if (restartsAt > now) {
    const details = { date: dayText(restartsAt, timeZone), restartsAt: restartsAt.toISOString() }
    throw new AppError('PAYOUT_COOLDOWN', details, { params: { date: dayParam(restartsAt, timeZone) } })
  }
  return payee
}

const dayText = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at)

/** Amount to pay in minor units: the requested one, or everything. Throws if it is too small or too large. */
export function amountOf(
  asked: number | undefined,
  { available, smallest, currency }: { available: number; smallest: number; currency: string },
): number {
  const refusal = (code: 'PAYOUT_TOO_LARGE' | 'PAYOUT_TOO_SMALL', limit: Money) =>
    new AppError(code, { amount: formatterOf('en').money(limit) }, { params: { amount: limit } })
  if (asked !== undefined && asked > available) {
    throw refusal('PAYOUT_TOO_LARGE', { amount: Math.max(0, available), currency })
  }
  const amount = asked ?? available
  if (amount < smallest) throw refusal('PAYOUT_TOO_SMALL', { amount: smallest, currency })
  return amount
}

/** The error that requesting everything would return. Null: none. */
export function findPayoutObstacle({
  payable,
  isOpen,
  available,
  smallest,
  currency,
  now,
  settings,
}: {
  payable: Payable
  isOpen: boolean
  available: number
  smallest: number
  currency: string
  now: Date
  settings: SettingValues
}): PayoutTerms['obstacle'] {
  try {
    assertPayable(payable, now, settings)
    if (isOpen) throw new AppError('PAYOUT_OPEN')
    amountOf(undefined, { available, smallest, currency })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code as NonNullable<PayoutTerms['obstacle']>['code'], message: localized(error.text) }
  }
}

/** A number of working days later, at the same time of day, in the provider's time zone. */
export function afterWorkingDays(from: Date, days: number, timeZone: string): Date {
  let day = localDate(from, timeZone)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return new Date(+toInstant(day, localTime(from, timeZone), timeZone) + (+from % MINUTE_MS))
}

const isMonday = (day: string) => weekdayOf(day) === 0
const isWorkingDay = (day: string) => weekdayOf(day) < 5

/** The next scheduled payout after `now`: every working day or every Monday, at six in the morning of the provider. */
export function nextPayoutAt(schedule: PayoutSchedule, now: Date, timeZone: string): Date | null {
  if (schedule === 'MANUAL') return null
  const isPayoutDay = schedule === 'DAILY' ? isWorkingDay : isMonday
  const startOf = (date: string) => toInstant(date, SCHEDULE_TIME, timeZone)
  let day = localDate(now, timeZone)
  while (startOf(day) <= now || !isPayoutDay(day)) day = addDays(day, 1)
  return startOf(day)
}

/** The payout after a transition. Throws INVALID_TRANSITION with the allowed actions. */
export function transition(payout: PayoutRow, action: PayoutAction, role: PayoutRole): PayoutRow {
  const to = nextState(payoutFlow, payout.status, action, role)
  if (!to) {
    const verb = { cancel: 'cancelled', processing: 'processed', paid: 'paid', failed: 'failed', returned: 'returned' }
    throw new AppError('INVALID_TRANSITION', {
      from: payout.status,
      thing: 'payout',
      action,
      verb: verb[action],
      allowed: actionsFrom(payoutFlow, payout.status, role),
    })
  }
  return { ...payout, status: to, version: payout.version + 1 }
}

/** Whether its money returns to the balance. */
export const returnsMoney = ({ status }: PayoutRow): boolean => ['FAILED', 'CANCELLED', 'RETURNED'].includes(status)

export function toView(payout: PayoutRow, role: PayoutRole): Payout {
  const { failureCode: code } = payout
  return {
    id: payout.id,
    amount: { amount: payout.amount, currency: payout.currency },
    bank: { bankName: payout.bankName, accountName: payout.accountName, last4: payout.last4 },
    schedule: payout.schedule,
    status: payout.status,
    requestedAt: payout.requestedAt.toISOString(),
    expectedBy: payout.expectedBy.toISOString(),
    paidAt: payout.paidAt?.toISOString() ?? null,
    externalReference: payout.externalReference,
    failure: code && { code, message: payout.failureMessage ?? '', fix: localized({ code: `PAYOUT_FIX_${code}` }) },
    version: payout.version,
    allowedActions: actionsFrom(payoutFlow, payout.status, role),
  }
}

export const toOperatorView = (payout: PayoutRow & { providerName: string }): OperatorPayout => ({
  ...toView(payout, 'OPERATOR'),
  providerId: payout.providerId,
  providerName: payout.providerName,
})
