import { accountNameMatch, type AccountNameMatch } from '@fettle/protocol/common/bank-accounts'
import { currencyOf } from '@fettle/protocol/common/currencies'
import type { Profile } from '@fettle/protocol/accounts/profile'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { decryptAccountNumber } from './profile.bank.ts'
import { nameOf } from './profile.rules.ts'
import { findCountry, findProfile } from './profile.store.ts'

/** Whom money is sent to, and what may speak against it. */
export interface Payee {
  name: string
  bankName: string
  accountName: string
  bankCode: string | null
  /** Sealed; see `openAccountOf`. */
  accountNumber: Buffer
  accountNumberLast4: string
  bankChangedAt: Date
  accountNameMatch: AccountNameMatch
  verificationLevel: Profile['verificationLevel']
}

/** What a provider of their country is paid in. */
export async function getCurrency({ settings }: Pick<Deps, 'settings'>, db: Queryable, id: string): Promise<string> {
  return currencyOf((await findCountry(db, id)) ?? settings().defaultCountry)
}

/** The provider and the account their money goes to; undefined while there is none. */
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

/** The whole of an account number that was sealed for this provider, for the file a bank is paid by. */
export const decryptPayeeAccount = ({ secrets }: Pick<Deps, 'secrets'>, ownerId: string, sealed: Buffer): string =>
  decryptAccountNumber(secrets.bankKey, ownerId, sealed)
