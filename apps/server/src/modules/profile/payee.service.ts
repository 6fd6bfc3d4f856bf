import { accountNameMatch, type AccountNameMatch } from '@fettle/protocol/common/bank-accounts'
import { currencyOf } from '@fettle/protocol/common/currencies'
import type { Profile } from '@fettle/protocol/accounts/profile'
import type { Queryable } from '../../platform/db/db.ts'
import { decrypt } from '../../platform/crypto/encryption.ts'
import type { Deps } from '../../platform/deps.ts'
import { nameOf } from './profile.rules.ts'
import { findCountry, findProfile, type ProfileRow } from './profile.store.ts'

/** The payee of a provider and facts that may block payouts. */
export interface Payee {
  name: string
  bankName: string
  accountName: string
  bankCode: string | null
  /** Encrypted; see `decryptPayeeAccount`. */
  accountNumber: Buffer
  accountNumberLast4: string
  bankChangedAt: Date
  accountNameMatch: AccountNameMatch
  verificationLevel: Profile['verificationLevel']
}

/** The payout currency of a provider's country. */
export async function getCurrency({ settings }: Pick<Deps, 'settings'>, db: Queryable, id: string): Promise<string> {
  return currencyOf((await findCountry(db, id)) ?? settings().defaultCountry)
}

/** A template with the currency of its amounts: the provider's unless it names another. */
export const withCurrency = async <Template extends { currency?: string | undefined }>(
  deps: Pick<Deps, 'db' | 'settings'>,
  providerId: string,
  template: Template,
): Promise<Template & { currency: string }> => ({
  ...template,
  currency: template.currency ?? (await getCurrency(deps, deps.db, providerId)),
})

/** The provider and their bank account. Undefined while there is none. */
export async function findPayee(db: Queryable, id: string): Promise<Payee | undefined> {
  const profile = await findProfile(db, id)
  if (!profile) return undefined
  const { accountName, bankName, bankCode, accountNumber, accountNumberLast4, bankChangedAt } = profile
  if (!accountName || !bankName || !accountNumber || !accountNumberLast4 || !bankChangedAt) return undefined
  return {
    name: nameOf(profile),
    bankName,
    bankCode,
    accountName,
    accountNumber,
    accountNumberLast4,
    bankChangedAt,
    accountNameMatch: accountNameMatch(accountName, profile.firstName, profile.lastName),
    verificationLevel: profile.verificationLevel,
  }
}

/** A provider's account number for the bank file. Undefined if its key was lost. */
export function decryptPayeeAccount(
  { secrets, log }: Pick<Deps, 'secrets' | 'log'>,
  ownerId: string,
  sealed: Buffer,
): string | undefined {
  try {
    return decrypt(secrets.bankKey, ownerId, sealed)
  } catch (error) {
    log.error({ err: error, providerId: ownerId }, 'bank account number was encrypted with another key')
    return undefined
  }
}

/** The account number. Null if there is none, or its key was lost: it must be given again. */
export const readAccountNumber = (
  deps: Pick<Deps, 'secrets' | 'log'>,
  { id, accountNumber }: ProfileRow,
): string | null => accountNumber && (decryptPayeeAccount(deps, id, accountNumber) ?? null)
