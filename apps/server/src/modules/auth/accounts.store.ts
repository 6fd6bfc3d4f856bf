import type { Locale } from '@fettle/i18n/locales'
import { timeZoneOf } from '@fettle/protocol/common/time-zones'
import type { Cursor } from '../../platform/db/cursor.ts'
import { violatedUniqueConstraint } from '../../platform/db/unique-violation.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { empty, sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'

export interface AccountRecord {
  id: string
  email: string
  phone: string | null
  firstName: string
  lastName: string
  /** The owner's last language. */
  locale: Locale
  passwordHash: string | null
  verifiedAt: Date | null
  phoneVerifiedAt: Date | null
  onboardedAt: Date | null
  /** When the account closes unless its owner signs in before. */
  closingAt: Date | null
  /** When it was closed for good. Its personal data is erased. */
  closedAt: Date | null
  createdAt: Date
}

export type NewAccount = Pick<
  AccountRecord,
  'id' | 'email' | 'phone' | 'firstName' | 'lastName' | 'passwordHash' | 'verifiedAt'
> & {
  locale?: Locale
  termsVersion?: string | null
}

const columns = sql`id, email, phone, first_name as "firstName", last_name as "lastName", locale, password_hash as "passwordHash",
  verified_at as "verifiedAt", phone_verified_at as "phoneVerifiedAt", onboarded_at as "onboardedAt", closing_at as "closingAt", closed_at as "closedAt", created_at as "createdAt"`

const findOne = (db: Queryable, where: Sql) =>
  db.maybeOne<AccountRecord>(sql`select ${columns} from accounts where ${where}`)

export const findById = (db: Queryable, id: string) => findOne(db, sql`id = ${id}`)
export const findByEmail = (db: Queryable, email: string) => findOne(db, sql`email = ${email}`)
export const lockById = (tx: Tx, id: string) => findOne(tx, sql`id = ${id} for update`)
export const lockByEmail = (tx: Tx, email: string) => findOne(tx, sql`email = ${email} for update`)

/**
 * The time zones of providers: the one they chose, otherwise that of their country, otherwise that of the installation's
 * country.
 */
export async function findTimeZones(
  { settings }: Pick<Deps, 'settings'>,
  db: Queryable,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const { defaultCountry } = settings()
  const rows = await db.query<{ id: string; timeZone: string | null; country: string | null }>(sql`
    select a.id, v.time_zone as "timeZone", p.country
    from accounts a left join profiles p on p.account_id = a.id left join availability v on v.provider_id = a.id
    where a.id = any(${[...ids]})`)
  const zones = new Map(
    rows.map(({ id, timeZone, country }) => [id, timeZone ?? timeZoneOf(country ?? defaultCountry)]),
  )
  return (id) => zones.get(id) ?? timeZoneOf(defaultCountry)
}

/** A provider's time zone. */
export const findTimeZone = async (deps: Pick<Deps, 'settings'>, db: Queryable, id: string): Promise<string> =>
  (await findTimeZones(deps, db, [id]))(id)

/** The verified owner of a number, otherwise the account that entered it last. */
export const findByPhone = (db: Queryable, phone: string) =>
  findOne(db, sql`phone = ${phone} order by verified_at is null, created_at desc limit 1`)

/** Finds an account by email address or phone number. A verified account wins. */
export const findByContact = (db: Queryable, contact: string) =>
  contact.includes('@') ? findByEmail(db, contact) : findByPhone(db, contact)

/** Whether another verified account has the number. */
export async function phoneIsTaken(db: Queryable, phone: string, exceptId: string | null): Promise<boolean> {
  const other = await db.maybeOne(sql`
    select 1 from accounts where phone = ${phone} and verified_at is not null and id is distinct from ${exceptId}`)
  return other !== undefined
}

export interface AccountSuspension {
  at: Date
  until: Date
  reason: string
}

/** Makes an account read-only until a time, or lifts that. Locks its row. */
export async function setSuspension(tx: Tx, id: string, suspension: AccountSuspension | null): Promise<void> {
  await tx.execute(sql`
    update accounts set suspended_at = ${suspension?.at ?? null}, suspended_until = ${suspension?.until ?? null},
      suspension_reason = ${suspension?.reason ?? null}
    where id = ${id}`)
}

/** The suspension of an account, whether or not it has ended. */
export const findSuspension = (db: Queryable, id: string) =>
  db.maybeOne<AccountSuspension>(sql`
    select suspended_at as at, suspended_until as until, suspension_reason as reason from accounts
    where id = ${id} and suspended_until is not null`)

/** Suspended accounts that are not closed, latest first. */
export const listSuspended = (db: Queryable, { after, limit }: { after: Cursor | undefined; limit: number }) =>
  db.query<AccountSuspension & { id: string; name: string }>(sql`
    select id, trim(first_name || ' ' || last_name) as name, suspended_at as at, suspended_until as until,
      suspension_reason as reason
    from accounts where suspended_at is not null and closed_at is null
      ${after ? sql`and (suspended_at, id) < (${after.at}, ${after.id})` : empty}
    order by suspended_at desc, id desc limit ${limit}`)

export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into accounts (id, email, phone, first_name, last_name, password_hash, verified_at, locale, terms_version,
                          terms_accepted_at, created_at, updated_at)
    values (${account.id}, ${account.email}, ${account.phone}, ${account.firstName}, ${account.lastName},
            ${account.passwordHash}, ${account.verifiedAt}, ${account.locale ?? 'en'}, ${account.termsVersion ?? null},
            ${account.termsVersion ? now : null}, ${now}, ${now})`)
}

export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from accounts where id = ${id}`)
}

export async function setVerified(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(sql`update accounts set verified_at = ${now}, updated_at = ${now} where id = ${id}`)
}

export async function setPassword(tx: Tx, id: string, passwordHash: string, now: Date): Promise<void> {
  await tx.execute(sql`update accounts set password_hash = ${passwordHash}, updated_at = ${now} where id = ${id}`)
}

export async function setEmail(tx: Tx, id: string, email: string, now: Date): Promise<void> {
  await tx.execute(sql`update accounts set email = ${email}, updated_at = ${now} where id = ${id}`)
}

/** Deletes unverified accounts with this email, once somebody has proved that it is theirs. */
export async function deletePending(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`delete from accounts where email = ${email} and verified_at is null`)
}

export async function setName(
  tx: Tx,
  id: string,
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update accounts set first_name = ${firstName}, last_name = ${lastName}, updated_at = ${now} where id = ${id}`)
}

/** False if the account had this language already. */
export async function setLocale(tx: Queryable, id: string, locale: Locale, now: Date): Promise<boolean> {
  const count = await tx.executeCount(sql`
    update accounts set locale = ${locale}, updated_at = ${now} where id = ${id} and locale <> ${locale}`)
  return count > 0
}

/** Sets the phone number. `verifiedAt` is null until a code sent to it is entered. */
export async function setPhone(
  tx: Tx,
  id: string,
  { phone, verifiedAt }: { phone: string; verifiedAt: Date | null },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update accounts set phone = ${phone}, phone_verified_at = ${verifiedAt}, updated_at = ${now} where id = ${id}`)
}

export async function setOnboarded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update accounts set onboarded_at = coalesce(onboarded_at, ${now}), updated_at = ${now} where id = ${id}`)
}

/** Schedules the closing of an account. Null: it stays open. */
export async function setClosing(
  tx: Tx,
  id: string,
  { closingAt, reason }: { closingAt: Date | null; reason: string | null },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update accounts set closing_at = ${closingAt}, closing_reason = ${reason}, updated_at = ${now} where id = ${id}`)
}

/** Moves a closing that is due. Returns whether it was. */
export async function postponeClosing(tx: Tx, id: string, closingAt: Date, now: Date): Promise<boolean> {
  const count = await tx.executeCount(sql`
    update accounts set closing_at = ${closingAt}, updated_at = ${now}
    where id = ${id} and closing_at <= ${now} and closed_at is null`)
  return count > 0
}

export async function listClosing(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from accounts where closing_at <= ${now} and closed_at is null order by closing_at limit 500`)
  return rows.map(({ id }) => id)
}

/** Erases the personal data of an account whose closing time has passed. Returns whether there was any. */
export async function anonymize(
  tx: Tx,
  id: string,
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
): Promise<boolean> {
  const count = await tx.executeCount(sql`
    update accounts set email = ${`${id.toLowerCase()}@closed.invalid`}, phone = null, first_name = ${firstName},
      last_name = ${lastName}, password_hash = null, google_subject = null, closing_reason = null, closed_at = ${now},
      updated_at = ${now}
    where id = ${id} and closing_at <= ${now} and closed_at is null`)
  if (count === 0) return false
  await tx.execute(sql`delete from known_devices where account_id = ${id}`)
  await tx.execute(sql`delete from device_tokens where account_id = ${id}`)
  await tx.execute(sql`delete from verification_codes where account_id = ${id}`)
  return true
}

/** Stores a verification token. Earlier ones of the account stay valid; a replaced account takes its own along. */
export async function insertVerificationToken(tx: Tx, accountId: string, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx.execute(sql`
    insert into verification_tokens (hash, account_id, expires_at) values (${hash}, ${accountId}, ${expiresAt})`)
}

export async function deleteVerificationTokens(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`delete from verification_tokens where account_id = ${accountId}`)
}

export const lockByVerificationToken = (tx: Tx, hash: Buffer, now: Date) =>
  findOne(
    tx,
    sql`id = (select account_id from verification_tokens where hash = ${hash} and expires_at > ${now}) for update`,
  )

/** Deletes accounts that never verified their email, and expired tokens. */
export async function deleteStale(
  db: Queryable,
  { pendingBefore, now }: { pendingBefore: Date; now: Date },
): Promise<void> {
  await db.execute(sql`delete from verification_tokens where expires_at <= ${now}`)
  await db.execute(sql`delete from accounts where verified_at is null and created_at < ${pendingBefore}`)
}

/**
 * Runs work that may lose a race for an email or phone number, and converts the unique violation into EMAIL_TAKEN or
 * PHONE_TAKEN.
 */
export async function throwIfTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = violatedUniqueConstraint(error)
    if (constraint === 'accounts_email_key') throw new AppError('EMAIL_TAKEN')
    if (constraint === 'accounts_phone_verified') throw new AppError('PHONE_TAKEN')
    throw error
  }
}
