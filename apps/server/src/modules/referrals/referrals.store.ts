import type { Invite, ReferralStatus } from '@fettle/protocol/accounts/referrals'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import { sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'

export interface ReferralRow {
  id: string
  inviterId: string
  channel: Invite['channel']
  destination: string | null
  friendId: string | null
  status: ReferralStatus
  rejection: Invite['rejection']
  reminders: number
  remindedAt: Date | null
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

const columns = sql`id, inviter_id as "inviterId", channel, destination, friend_id as "friendId", status, rejection, reminders,
  reminded_at as "remindedAt", expires_at as "expiresAt", created_at as "createdAt", updated_at as "updatedAt"`

/** A provider's code, created on first use. Undefined if `newCode` is taken. */
export async function getOrCreateCode(tx: Tx, providerId: string, newCode: string): Promise<string | undefined> {
  await tx.execute(
    sql`insert into referral_codes (provider_id, code) values (${providerId}, ${newCode}) on conflict do nothing`,
  )
  const row = await tx.maybeOne<{ code: string }>(
    sql`select code from referral_codes where provider_id = ${providerId}`,
  )
  return row?.code
}

export async function findInviterByCode(db: Queryable, code: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(sql`select provider_id as id from referral_codes where code = ${code}`)
  return row?.id
}

/** Serializes invitations of one provider, so that limits hold. */
export const lockInviter = (tx: Tx, inviterId: string): Promise<void> => lockByName(tx, `referrals ${inviterId}`)

/** Newest first. */
export const listOf = (db: Queryable, inviterId: string) =>
  db.query<ReferralRow>(
    sql`select ${columns} from referrals where inviter_id = ${inviterId} order by created_at desc, id desc`,
  )

const lockOne = (tx: Tx, where: Sql) =>
  tx.maybeOne<ReferralRow>(sql`select ${columns} from referrals where ${where} limit 1 for update`)

export const lockById = (tx: Tx, id: string) => lockOne(tx, sql`id = ${id}`)
export const lockByFriend = (tx: Tx, friendId: string) => lockOne(tx, sql`friend_id = ${friendId}`)

/** The invitation a newcomer follows: by the code they used, otherwise the first they received. */
export const lockInvitation = (
  tx: Tx,
  { email, phone, inviterId }: { email: string; phone: string | null; inviterId: string | undefined },
) =>
  lockOne(
    tx,
    sql`destination in (${email}, ${phone}) and status in ('SENT', 'REGISTERED') and friend_id is null
      and (${inviterId ?? null}::text is null or inviter_id = ${inviterId ?? null}) order by created_at`,
  )

export async function insert(tx: Tx, referral: ReferralRow): Promise<void> {
  await tx.execute(sql`
    insert into referrals (id, inviter_id, channel, destination, friend_id, status, expires_at, created_at, updated_at)
    values (${referral.id}, ${referral.inviterId}, ${referral.channel}, ${referral.destination}, ${referral.friendId},
            ${referral.status}, ${referral.expiresAt}, ${referral.createdAt}, ${referral.updatedAt})`)
}

export async function save(tx: Tx, referral: ReferralRow): Promise<void> {
  await tx.execute(sql`
    update referrals set friend_id = ${referral.friendId}, status = ${referral.status}, rejection = ${referral.rejection},
      reminders = ${referral.reminders}, reminded_at = ${referral.remindedAt}, expires_at = ${referral.expiresAt},
      updated_at = ${referral.updatedAt}
    where id = ${referral.id}`)
}

/**
 * Referrals a timer may change, locked in id order, from `after` on. A job counts once its customer or a dispute has
 * confirmed it: work handed over may still be sent back.
 */
export const lockOpen = (tx: Tx, after: string, limit: number, now: Date) =>
  tx.query<ReferralRow & { firstCompletedAt: Date | null }>(sql`
    select ${columns}, (
      select min(e.at) from events handed
        join events e on e.subject_type = 'booking' and e.subject_id = handed.subject_id and e.status = 'COMPLETED'
      where handed.type = 'booking.completed' and handed.provider_id = referrals.friend_id
    ) as "firstCompletedAt"
    from referrals
    where id > ${after} and (status in ('VERIFIED', 'QUALIFIED') or (status in ('SENT', 'REGISTERED') and expires_at <= ${now}))
    order by id limit ${limit} for update skip locked`)

/** Deletes referrals by link whose account was replaced before it was verified. */
export async function deleteOrphans(db: Queryable): Promise<void> {
  await db.execute(sql`delete from referrals where channel = 'LINK' and friend_id is null`)
}

/** Deletes the invitations and the code of a closed account, and its address from the invitation it followed. */
export async function deleteOf(tx: Tx, inviterId: string): Promise<void> {
  await tx.execute(sql`update referrals set channel = 'LINK', destination = null where friend_id = ${inviterId}`)
  await tx.execute(sql`delete from referrals where inviter_id = ${inviterId}`)
  await tx.execute(sql`delete from referral_codes where provider_id = ${inviterId}`)
}
