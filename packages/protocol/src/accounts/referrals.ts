import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { Instant, Money } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Life cycle of a referral. */

export const referralFlow = flow(
  ['SENT', 'REGISTERED', 'VERIFIED', 'QUALIFIED', 'REWARDED', 'EXPIRED', 'REJECTED'],
  ['SENT', 'REGISTERED'],
  {
    register: { from: ['SENT'], to: 'REGISTERED', by: ['FRIEND'] },
    verify: { from: ['SENT', 'REGISTERED'], to: 'VERIFIED', by: ['FRIEND'] },
    qualify: { from: ['VERIFIED'], to: 'QUALIFIED', by: ['SYSTEM'] },
    reward: { from: ['QUALIFIED'], to: 'REWARDED', by: ['SYSTEM'] },
    expire: { from: ['SENT', 'REGISTERED', 'VERIFIED'], to: 'EXPIRED', by: ['SYSTEM'] },
    reject: { from: ['SENT', 'REGISTERED', 'VERIFIED'], to: 'REJECTED', by: ['SYSTEM'] },
  },
)
export const ReferralStatus = z.enum(referralFlow.states)
export type ReferralStatus = z.infer<typeof ReferralStatus>

export const referralLimits = {
  destinationsPerCall: 10,
  invitesPerDay: 10,
  pending: 50,
  reminders: 2,
  hoursBetweenReminders: 72,
  daysToQualify: 90,
} as const

/**
 * Normalizes an invite code: 8 characters of Crockford's base 32, case-insensitive, look-alike characters mapped.
 * Undefined if invalid.
 */
export function normalizeReferralCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) ? code : undefined
}

const InviteId = z.string().check(z.regex(/^inv_[0-9A-HJKMNP-TV-Z]{26}$/, issueText('ID_INVALID')))

export const Invite = z.object({
  id: InviteId,
  channel: z.enum(['EMAIL', 'PHONE', 'LINK']),
  /** `n…@example.com`, `…4567`. Null if the person used the link. */
  destinationMasked: z.nullable(z.string()),
  status: ReferralStatus,
  rejection: z.nullable(z.enum(['SELF_REFERRAL', 'ALREADY_MEMBER', 'SAME_BANK_ACCOUNT'])),
  updatedAt: Instant,
  /** Days until it expires. Null once it no longer can. */
  daysLeft: z.nullable(z.int()),
  /** When the next reminder may be sent. Null when none is left. */
  remindAvailableAt: z.nullable(Instant),
})
export type Invite = z.infer<typeof Invite>

export const Referrals = z.object({
  code: z.string(),
  /** Registration link that fills in the code. */
  link: z.string(),
  /** Reward for each qualified referral. */
  reward: Money,
  rewards: z.object({ pending: Money, earned: Money }),
  invites: z.array(Invite),
})
export type Referrals = z.infer<typeof Referrals>

const account = { audience: 'account' } as const

export const getReferrals = operation({
  ...account,
  name: 'referrals.get',
  method: 'GET',
  path: '/v2/referrals',
  summary: 'Get my invite code, my link and the state of my invitations.',
  returns: Referrals,
})

export const sendInvites = operation({
  ...account,
  name: 'referrals.invite',
  method: 'POST',
  path: '/v2/referrals/invites',
  summary: 'Invite up to ten people by email or phone. Either all are invited or none.',
  body: z.object({
    destinations: z
      .array(z.string(issueText('INVITEE_INVALID')).check(z.maxLength(254)), issueText('INVITEE_REQUIRED'))
      .check(z.minLength(1, issueText('INVITEE_REQUIRED')), z.maxLength(10, issueText('MAX_INVITEES'))),
  }),
  status: 201,
  returns: Referrals,
  errors: ['ALREADY_MEMBER', 'SELF_REFERRAL', 'INVITE_LIMIT'],
})

export const remindInvite = operation({
  ...account,
  name: 'referrals.remind',
  method: 'POST',
  path: '/v2/referrals/invites/:id/remind',
  summary: 'Remind an invited person. Allowed twice, at least 72 hours apart.',
  params: z.object({ id: InviteId }),
  returns: Invite,
  errors: ['NOT_FOUND', 'REMINDER_LIMIT', 'RATE_LIMITED'],
})

export const checkReferralCode = operation({
  name: 'referrals.check',
  method: 'GET',
  path: '/v2/referrals/codes/:code',
  audience: 'public',
  summary:
    'Find the owner of an invite code, for the registration form. An unknown code does not prevent registration.',
  params: z.object({ code: z.string().check(z.maxLength(40)) }),
  returns: z.object({ isKnown: z.boolean(), invitedBy: z.nullable(z.string()) }),
  errors: ['RATE_LIMITED'],
})
