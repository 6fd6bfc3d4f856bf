import type { Locale } from '@fettle/i18n/locales'
import type { Cursor } from '../../platform/db/cursor.ts'
import { empty, sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'
import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import type { OnboardingStep, Profile } from '@fettle/protocol/accounts/profile'

/** A provider as stored: identity from the account, everything else from the profile. */
export interface ProfileRow {
  id: string
  email: string
  phone: string | null
  firstName: string
  lastName: string
  /** The owner's last language. */
  locale: Locale
  onboardedAt: Date | null
  dateOfBirth: string | null
  gender: string | null
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  accountName: string | null
  bankName: string | null
  bankCode: string | null
  /** Encrypted. */
  accountNumber: Buffer | null
  accountNumberLast4: string | null
  bankFingerprint: Buffer | null
  bankChangedAt: Date | null
  serviceType: string | null
  skillLevel: string | null
  yearsOfExperience: number | null
  servicesProvided: string | null
  avatarFileId: string | null
  avatarKey: string | null
  logoFileId: string | null
  logoKey: string | null
  letterheadColour: LetterheadColour
  onboardingStep: OnboardingStep
  verificationLevel: Profile['verificationLevel']
  ratingSum: number
  ratingCount: number
  suspendedAt: Date | null
  suspendedUntil: Date | null
  suspensionReason: string | null
  usualTaxRateBps: number
  version: number
}

const select = sql`
  select a.id, a.email, a.phone, a.first_name as "firstName", a.last_name as "lastName", a.locale, a.onboarded_at as "onboardedAt",
         p.date_of_birth as "dateOfBirth", p.gender, p.address, p.city, p.state, p.country, p.account_name as "accountName",
         p.bank_name as "bankName", p.bank_code as "bankCode", p.account_number as "accountNumber",
         p.account_number_last4 as "accountNumberLast4", p.bank_fingerprint as "bankFingerprint", p.bank_changed_at as "bankChangedAt",
         p.service_type as "serviceType", p.skill_level as "skillLevel", p.years_of_experience as "yearsOfExperience",
         p.services_provided as "servicesProvided", p.avatar_file_id as "avatarFileId", f.key as "avatarKey",
         p.logo_file_id as "logoFileId", l.key as "logoKey", coalesce(p.letterhead_colour, 'ORANGE') as "letterheadColour",
         coalesce(p.onboarding_step, 'PERSONAL_INFO') as "onboardingStep",
         coalesce(p.rating_sum, 0) as "ratingSum", coalesce(p.rating_count, 0) as "ratingCount",
         a.suspended_at as "suspendedAt", a.suspended_until as "suspendedUntil", a.suspension_reason as "suspensionReason",
         coalesce(p.verification_level, 'NONE') as "verificationLevel", coalesce(p.usual_tax_bps, 0) as "usualTaxRateBps", coalesce(p.version, 1) as version
  from accounts a left join profiles p on p.account_id = a.id left join files f on f.id = p.avatar_file_id
       left join files l on l.id = p.logo_file_id`

export const findProfile = (db: Queryable, id: string) => db.maybeOne<ProfileRow>(sql`${select} where a.id = ${id}`)

/** Loads the profile and locks it until the transaction ends. Created on first use. */
export async function lockProfile(tx: Tx, id: string, now: Date): Promise<ProfileRow | undefined> {
  await tx.execute(sql`
    insert into profiles (account_id, updated_at) select id, ${now} from accounts where id = ${id}
    on conflict (account_id) do nothing`)
  await tx.execute(sql`select 1 from profiles where account_id = ${id} for update`)
  return findProfile(tx, id)
}

export async function saveProfile(tx: Tx, profile: ProfileRow, now: Date): Promise<void> {
  await tx.execute(sql`
    update profiles set
      date_of_birth = ${profile.dateOfBirth}, gender = ${profile.gender}, address = ${profile.address},
      city = ${profile.city}, state = ${profile.state}, country = ${profile.country},
      account_name = ${profile.accountName}, bank_name = ${profile.bankName}, bank_code = ${profile.bankCode},
      account_number = ${profile.accountNumber}, account_number_last4 = ${profile.accountNumberLast4},
      bank_fingerprint = ${profile.bankFingerprint}, bank_changed_at = ${profile.bankChangedAt}, service_type = ${profile.serviceType},
      skill_level = ${profile.skillLevel}, years_of_experience = ${profile.yearsOfExperience},
      services_provided = ${profile.servicesProvided}, avatar_file_id = ${profile.avatarFileId},
      logo_file_id = ${profile.logoFileId}, letterhead_colour = ${profile.letterheadColour},
      onboarding_step = ${profile.onboardingStep}, usual_tax_bps = ${profile.usualTaxRateBps}, version = ${profile.version}, updated_at = ${now}
    where account_id = ${profile.id}`)
}

/** Sets the level. Returns the previous one. */
export async function setVerificationLevel(
  tx: Tx,
  id: string,
  level: Profile['verificationLevel'],
  now: Date,
): Promise<string> {
  const before = await lockProfile(tx, id, now)
  await tx.execute(sql`update profiles set verification_level = ${level} where account_id = ${id}`)
  return before?.verificationLevel ?? 'NONE'
}

const onboarded = (where: Sql) => sql`${select} where a.onboarded_at is not null and a.closing_at is null and ${where}`

export const findOnboarded = (db: Queryable, id: string) => db.maybeOne<ProfileRow>(onboarded(sql`a.id = ${id}`))

/** Filter of onboarded providers who take requests, by registration. */
export interface Search {
  serviceType?: string | undefined
  minRating?: number | undefined
  after?: Cursor | undefined
  limit: number
}

export const listOnboarded = (db: Queryable, { serviceType, minRating, after, limit }: Search) =>
  db.query<ProfileRow & { onboardedAt: Date }>(sql`
    ${onboarded(serviceType ? sql`p.service_type = ${serviceType}` : sql`true`)} and a.suspended_until is null
      ${minRating === undefined ? empty : sql`and p.rating_count > 0 and p.rating_sum >= ${minRating}::numeric * p.rating_count`}
      ${after ? sql`and (a.onboarded_at, a.id) > (${after.at}, ${after.id})` : empty}
    order by a.onboarded_at, a.id limit ${limit}::int`)

/** Adds or removes a review in the rating sums. Locks the profile until the transaction ends. */
export async function addToRating(tx: Tx, id: string, { sum, count }: { sum: number; count: number }): Promise<void> {
  await tx.execute(sql`
    update profiles set rating_sum = rating_sum + ${sum}, rating_count = rating_count + ${count} where account_id = ${id}`)
}

export async function findCountry(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ country: string | null }>(sql`select country from profiles where account_id = ${id}`)
  return row?.country ?? undefined
}

/** The language of an account, in which its documents are written. */
export async function findLocale(db: Queryable, id: string): Promise<Locale> {
  const { locale } = await db.one<{ locale: Locale }>(sql`select locale from accounts where id = ${id}`)
  return locale
}

/** Address and language of a provider. Undefined for a closed account. */
export const findMailAddress = (db: Queryable, id: string) =>
  db.maybeOne<{ email: string; firstName: string; locale: Locale }>(sql`
    select email, first_name as "firstName", locale from accounts where id = ${id} and closed_at is null`)

/** Whether two providers share a bank account. */
export async function haveSameBankAccount(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from profiles p join profiles q on q.bank_fingerprint = p.bank_fingerprint
    where p.account_id = ${one} and q.account_id = ${other}`)
  return row !== undefined
}

/** Clears the profile of a closed account. */
export async function clear(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update profiles set date_of_birth = null, gender = null, address = null, city = null, state = null, country = null,
      account_name = null, bank_name = null, bank_code = null, account_number = null, account_number_last4 = null,
      bank_fingerprint = null, service_type = null, skill_level = null, years_of_experience = null,
      services_provided = null, avatar_file_id = null, logo_file_id = null, letterhead_colour = 'ORANGE', verification_level = 'NONE', usual_tax_bps = 0, version = version + 1, updated_at = ${now}
    where account_id = ${id}`)
}
