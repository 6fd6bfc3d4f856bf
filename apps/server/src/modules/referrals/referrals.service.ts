import { randomBytes } from 'node:crypto'
import { normalizeReferralCode, type Invite, type Referrals } from '@fettle/protocol/accounts/referrals'
import type { IssueCode, Money } from '@fettle/protocol'
import type { ProviderActor } from '../../actors.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { assertRate, findAccount, findAccountByContact, toE164, type AccountRecord } from '../auth/index.ts'
import { getEarningsCurrency, payBonus } from '../earnings/index.ts'
import { notify } from '../notifications/index.ts'
import { findCountry, haveSameBankAccount } from '../profile/index.ts'
import { sendInvitation } from './referrals.mails.ts'
import * as rules from './referrals.rules.ts'
import type { Destination } from './referrals.rules.ts'
import * as store from './referrals.store.ts'
import type { ReferralRow } from './referrals.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

const BATCH = 100

/** A provider's code, link and invitations. */
export const getReferrals = (deps: Deps, actor: Pick<ProviderActor, 'id'>): Promise<Referrals> =>
  deps.db.transaction((tx) => view(deps, tx, actor.id))

/** People a provider may name in a day: refused ones tell who has an account. */
const NAMED_PER_DAY = { limit: 30, windowMs: 86_400_000 }

/** Invites people by email or phone, all or none. Throws RATE_LIMITED if too many were named, invited or not. */
export async function invite(deps: Deps, actor: ProviderActor, typed: readonly string[]): Promise<Referrals> {
  const { db, ids, clock } = deps
  await assertRate(deps, `invites ${actor.id}`, NAMED_PER_DAY, typed.length)
  return db.transaction(async (tx) => {
    const now = clock.now()
    await store.lockInviter(tx, actor.id)
    const inviter = await getAccount(tx, actor.id)
    const country = (await findCountry(tx, actor.id)) ?? deps.settings().defaultCountry
    const existing = await store.listOf(tx, actor.id)
    rules.assertRoom(existing, typed.length, now)
    const destinations = await readAll(deps, tx, { inviter, country, existing, typed })
    const code = await getOrCreateCode(tx, actor.id)
    for (const destination of destinations) {
      await store.insert(tx, {
        id: ids.next('inv'),
        inviterId: actor.id,
        ...destination,
        friendId: null,
        status: 'SENT',
        rejection: null,
        reminders: 0,
        remindedAt: null,
        expiresAt: rules.expiryFrom(now),
        createdAt: now,
        updatedAt: now,
      })
      await sendInvitation(deps, tx, destination, {
        from: actor.name,
        locale: inviter.locale,
        link: linkOf(deps, code),
        isReminder: false,
      })
    }
    return view(deps, tx, actor.id)
  })
}

export function remind(deps: Deps, actor: ProviderActor, id: string): Promise<Invite> {
  const { db, clock } = deps
  return db.transaction(async (tx) => {
    const referral = await store.lockById(tx, id)
    const { channel, destination } = referral ?? {}
    if (!referral || referral.inviterId !== actor.id || !destination || channel === undefined || channel === 'LINK') {
      throw new AppError('NOT_FOUND', { thing: 'invitation' })
    }
    const reminded = rules.remind(referral, clock.now())
    await store.save(tx, reminded)
    const link = linkOf(deps, await getOrCreateCode(tx, actor.id))
    const { locale } = await getAccount(tx, actor.id)
    const invitation = { from: actor.name, locale, link, isReminder: true }
    await sendInvitation(deps, tx, { channel, destination }, invitation)
    return rules.toInvite(reminded, clock.now())
  })
}

/** First name of a code's owner. Undefined: unknown code. */
export async function findInviter(db: Queryable, typed: string): Promise<string | undefined> {
  const code = normalizeReferralCode(typed)
  const inviterId = code && (await store.findInviterByCode(db, code))
  return inviterId ? (await findAccount(db, inviterId))?.firstName : undefined
}

/** Links a new registration to the code it used, or to an invitation it received. */
export async function recordRegistration(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  friend: Pick<AccountRecord, 'id' | 'email' | 'phone'>,
  referralCode: string | undefined,
): Promise<{ isAccepted: boolean }> {
  const now = clock.now()
  const code = referralCode && normalizeReferralCode(referralCode)
  const inviterId = code ? await store.findInviterByCode(tx, code) : undefined
  const invitation = await store.lockInvitation(tx, { ...friend, inviterId })
  if (invitation) {
    await store.save(tx, { ...rules.transition(invitation, 'register', 'FRIEND', now), friendId: friend.id })
  } else if (inviterId) {
    await store.insert(tx, {
      id: ids.next('inv'),
      inviterId,
      channel: 'LINK',
      destination: null,
      friendId: friend.id,
      status: 'REGISTERED',
      rejection: null,
      reminders: 0,
      remindedAt: null,
      expiresAt: rules.expiryFrom(now),
      createdAt: now,
      updatedAt: now,
    })
  }
  return { isAccepted: inviterId !== undefined }
}

/** Starts the ninety days for the first completed job when a friend verifies their email. */
export async function recordVerification({ clock }: Pick<Deps, 'clock'>, tx: Tx, friendId: string): Promise<void> {
  const referral = await store.lockByFriend(tx, friendId)
  if (!referral) return
  const now = clock.now()
  await store.save(tx, { ...rules.transition(referral, 'verify', 'FRIEND', now), expiresAt: rules.expiryFrom(now) })
}

/** Processes open referrals after deadlines or completed jobs. Idempotent. */
export async function processOpenReferrals(deps: Deps): Promise<void> {
  await store.deleteOrphans(deps.db)
  for (let after: string | undefined = ''; after !== undefined;) {
    after = await processBatch(deps, after)
  }
}

function processBatch(deps: Deps, after: string): Promise<string | undefined> {
  const { clock } = deps
  return deps.db.transaction(async (tx) => {
    const now = clock.now()
    const open = await store.lockOpen(tx, after, BATCH, now)
    for (const { firstCompletedAt, ...referral } of open) {
      const isSameBankAccount =
        firstCompletedAt !== null && (await haveSameBankAccount(tx, referral.inviterId, referral.friendId ?? ''))
      const evaluated = rules.evaluateReferral(referral, { firstCompletedAt, isSameBankAccount, now })
      const settled = evaluated.status === 'QUALIFIED' ? await reward(deps, tx, evaluated) : evaluated
      if (settled.status !== referral.status) await store.save(tx, settled)
    }
    return open.at(-1)?.id
  })
}

/** Books the reward in the inviter's ledger. */
async function reward(deps: Deps, tx: Tx, referral: ReferralRow): Promise<ReferralRow> {
  let bonus: Money | undefined
  await payBonus(deps, tx, {
    providerId: referral.inviterId,
    source: { type: 'referral', id: referral.id, label: rules.labelOf(referral) },
    amountIn: (currency) => {
      const amount = rules.rewardIn(currency)
      bonus = amount
      return amount.amount
    },
  })
  if (bonus)
    await notify(deps, tx, {
      workflow: 'referral-rewarded',
      providerId: referral.inviterId,
      params: { amount: bonus },
      data: { type: 'referral', id: referral.id },
    })
  return rules.transition(referral, 'reward', 'SYSTEM', deps.clock.now())
}

async function readAll(
  { config }: Deps,
  tx: Tx,
  {
    inviter,
    country,
    existing,
    typed,
  }: { inviter: AccountRecord; country: string; existing: ReferralRow[]; typed: readonly string[] },
): Promise<Destination[]> {
  const found: Destination[] = []
  const canText = config.outbox || config.sms !== undefined
  for (const [place, text] of typed.entries()) {
    const refuse = (
      code: IssueCode,
      message: string,
      as: 'VALIDATION_FAILED' | 'ALREADY_MEMBER' | 'SELF_REFERRAL' = 'VALIDATION_FAILED',
    ) =>
      new AppError(as, { place }, { issues: [{ path: ['destinations', place], field: 'destinations', code, message }] })
    const read = rules.readDestination(text, (phone) => toE164(phone, country))
    if (!read) throw refuse('INVALID_FORMAT', issueText('INVITEE_INVALID'))
    if (read.channel === 'PHONE' && !canText) throw refuse('NOT_ALLOWED', issueText('SMS_UNAVAILABLE'))
    const { destination } = read
    if (destination === inviter.email || destination === inviter.phone) {
      throw refuse('NOT_ALLOWED', issueText('INVITED_YOURSELF'), 'SELF_REFERRAL')
    }
    const isOpen = existing.some(
      (each) => each.destination === destination && ['SENT', 'REGISTERED'].includes(each.status),
    )
    if (isOpen || found.some((each) => each.destination === destination)) {
      throw refuse('DUPLICATE', issueText('INVITEE_REPEATED'))
    }
    if ((await findAccountByContact(tx, destination))?.verifiedAt) {
      throw refuse('NOT_ALLOWED', issueText('INVITEE_IS_MEMBER'), 'ALREADY_MEMBER')
    }
    found.push(read)
  }
  return found
}

async function view(deps: Deps, tx: Tx, id: string): Promise<Referrals> {
  const { clock, settings } = deps
  const code = await getOrCreateCode(tx, id)
  const referrals = await store.listOf(tx, id)
  const reward = rules.rewardIn(await getEarningsCurrency({ db: tx, settings }, id))
  const rewardsIn = (...statuses: ReferralRow['status'][]) => ({
    ...reward,
    amount: reward.amount * referrals.filter(({ status }) => statuses.includes(status)).length,
  })
  return {
    code,
    link: linkOf(deps, code),
    reward,
    rewards: { pending: rewardsIn('VERIFIED', 'QUALIFIED'), earned: rewardsIn('REWARDED') },
    invites: referrals.map((referral) => rules.toInvite(referral, clock.now())),
  }
}

const linkOf = ({ config }: Deps, code: string): string => `${config.origin}/register?ref=${code}`

async function getOrCreateCode(tx: Tx, providerId: string): Promise<string> {
  for (;;) {
    const code = await store.getOrCreateCode(tx, providerId, rules.toCode(randomBytes(8)))
    if (code) return code
  }
}

async function getAccount(tx: Tx, id: string): Promise<AccountRecord> {
  const account = await findAccount(tx, id)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return account
}
