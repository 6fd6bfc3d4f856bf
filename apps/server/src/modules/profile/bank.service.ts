import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import type { BankingInformation } from '@fettle/protocol/accounts/profile'
import type { ProviderActor } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { encrypt } from '../../platform/crypto/encryption.ts'
import { lockOwnAccount, protectMoney } from '../auth/index.ts'
import { readAccountNumber } from './payee.service.ts'
import { notifyBankChanged } from './profile.mails.ts'
import * as rules from './profile.rules.ts'
import { changeProfile } from './profile.service.ts'

/** Sets the bank account. Replacing one notifies the provider; once onboarded, they may need their second factor. */
export const saveBank = (
  deps: Deps,
  actor: ProviderActor,
  banking: z.infer<typeof BankingInformation>,
  version: number | undefined,
) =>
  changeProfile(deps, actor.id, version, async (profile, tx) => {
    await lockOwnAccount(tx, actor)
    const { settings, secrets, clock } = deps
    const now = clock.now()
    const { defaultCountry } = settings()
    const changed = rules.withBank(profile, banking, { defaultCountry, now })
    if (profile.accountNumber) {
      const before = readAccountNumber(deps, profile)
      // Only another account triggers a notification, not a corrected name.
      if (before === banking.accountNumber && rules.isSameBank(profile, changed, defaultCountry)) {
        return { ...changed, bankChangedAt: profile.bankChangedAt }
      }
      await notifyBankChanged(deps, tx, changed)
    }
    // Details given during onboarding replace nothing.
    if (actor.isOnboarded) await protectMoney(deps, tx, actor)
    const { accountNumber } = banking
    const country = profile.country ?? defaultCountry
    return {
      ...changed,
      accountNumber: encrypt(secrets.bankKey, profile.id, accountNumber),
      bankFingerprint: bankFingerprint(secrets.bankKey, { country, bankCode: changed.bankCode, accountNumber }),
    }
  })

/** A keyed hash that is equal for equal accounts, whoever owns them, and does not reveal the account. */
const bankFingerprint = (
  key: Buffer,
  account: { country: string; bankCode: string | null; accountNumber: string },
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([account.country, account.bankCode, account.accountNumber]))
    .digest()
