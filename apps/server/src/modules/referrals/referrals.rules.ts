import { nextState } from '@fettle/protocol'
import { Email } from '@fettle/protocol/common/fields'
import { referralFlow, referralLimits, type Invite, type ReferralStatus } from '@fettle/protocol/accounts/referrals'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import * as z from 'zod/mini'
import { AppError, rateLimited } from '../../platform/errors.ts'
import { storeText } from '../../platform/locale/messages.ts'
import type { ReferralRow } from './referrals.store.ts'

/** Rules of referrals: limits and states. Pure. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** An invite code from random bytes, one per character. */
export const toCode = (random: Uint8Array): string =>
  Array.from(random.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

// In minor units. A provider's currency follows their country.
const rewards: Record<string, number> = { NGN: 500_000, GHS: 10_000, KES: 100_000, ZAR: 20_000, INR: 50_000 }
const REWARD_ELSEWHERE = 1_000

export const rewardIn = (currency: string) => ({ amount: rewards[currency] ?? REWARD_ELSEWHERE, currency })

export interface Destination {
  channel: 'EMAIL' | 'PHONE'
  destination: string
}

/** Parses an email address or phone number. Undefined: neither. */
export function readDestination(typed: string, toE164: (typed: string) => string | undefined): Destination | undefined {
  if (typed.includes('@')) {
    const email = z.safeParse(Email, typed)
    return email.success ? { channel: 'EMAIL', destination: email.data } : undefined
  }
  const phone = toE164(typed)
  return phone ? { channel: 'PHONE', destination: phone } : undefined
}

/** Throws if the new invitations exceed the daily or total limit. */
export function assertRoom(existing: readonly ReferralRow[], count: number, now: Date): void {
  const sent = existing.filter(({ channel }) => channel !== 'LINK')
  const today = sent.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - DAY_MS)
  if (today.length + count > referralLimits.invitesPerDay) {
    throw new AppError('INVITE_LIMIT', { limit: referralLimits.invitesPerDay })
  }
  const pending = sent.filter(({ status }) => status === 'SENT' || status === 'REGISTERED')
  if (pending.length + count > referralLimits.pending) {
    const limit = referralLimits.pending
    throw new AppError('INVITE_LIMIT', { limit }, { message: 'OPEN_INVITATION_LIMIT' })
  }
}

/** The referral after a reminder. Throws if too early, too many or too late. */
export function remind(referral: ReferralRow, now: Date): ReferralRow {
  if (referral.status !== 'SENT' || referral.reminders >= referralLimits.reminders) {
    throw new AppError('REMINDER_LIMIT', { limit: referralLimits.reminders })
  }
  const availableAt = remindAvailableAt(referral)
  if (availableAt > now) throw rateLimited(availableAt, now)
  return { ...referral, reminders: referral.reminders + 1, remindedAt: now, updatedAt: now }
}

const remindAvailableAt = ({ remindedAt, createdAt }: ReferralRow): Date =>
  new Date((remindedAt ?? createdAt).getTime() + referralLimits.hoursBetweenReminders * HOUR_MS)

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + referralLimits.daysToQualify * DAY_MS)

/** The referral after a transition, or unchanged if the table has none, because causes may repeat. */
export function transition(
  referral: ReferralRow,
  action: keyof typeof referralFlow.transitions,
  role: 'FRIEND' | 'SYSTEM',
  now: Date,
): ReferralRow {
  const status = nextState(referralFlow, referral.status, action, role)
  return status === undefined ? referral : { ...referral, status, updatedAt: now }
}

/** The transition of a verified friend's referral, given their first completed job. */
export function evaluateReferral(
  referral: ReferralRow,
  {
    firstCompletedAt,
    isSameBankAccount,
    now,
  }: { firstCompletedAt: Date | null; isSameBankAccount: boolean; now: Date },
): ReferralRow {
  if (firstCompletedAt && firstCompletedAt < referral.expiresAt) {
    if (!isSameBankAccount) return transition(referral, 'qualify', 'SYSTEM', now)
    return { ...transition(referral, 'reject', 'SYSTEM', now), rejection: 'SAME_BANK_ACCOUNT' }
  }
  return referral.expiresAt <= now ? transition(referral, 'expire', 'SYSTEM', now) : referral
}

/** Label of the inviter's ledger entry, as stored. */
export const labelOf = (referral: ReferralRow): string => mask(referral) ?? storeText({ code: 'INVITE_LINK' })

const mask = ({ channel, destination }: ReferralRow): string | null => {
  if (destination === null) return null
  return channel === 'EMAIL' ? destination.replace(/^(.).*(?=@)/u, '$1…') : `…${destination.slice(-4)}`
}

const canExpire: ReadonlySet<ReferralStatus> = new Set(['SENT', 'REGISTERED', 'VERIFIED'])

export function toInvite(referral: ReferralRow, now: Date): Invite {
  const { id, channel, status, rejection, updatedAt, expiresAt, reminders } = referral
  return {
    id,
    channel,
    destinationMasked: mask(referral),
    status,
    rejection,
    updatedAt: updatedAt.toISOString(),
    daysLeft: canExpire.has(status) ? Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS)) : null,
    remindAvailableAt:
      status === 'SENT' && reminders < referralLimits.reminders ? remindAvailableAt(referral).toISOString() : null,
  }
}
