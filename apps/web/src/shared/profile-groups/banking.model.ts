import {
  accountKind,
  accountNameMatch,
  accountProblem,
  type AccountNameMatch,
} from '@fettle/protocol/common/bank-accounts'
import { banksOf, findBank } from '@fettle/protocol/common/banks'
import { BankingInformation, type Profile } from '@fettle/protocol/accounts/profile'
import type * as z from 'zod/mini'
import type { ValidationResult } from '../../lib/forms/problems.ts'
import { check } from '../../lib/forms/validation.ts'
import { withRules } from './rules.ts'

export interface BankingForm {
  /** Code of a bank on the country's list, or `OTHER`; empty where there is no list. */
  bank: string
  /** Free text, where there is no list entry. */
  bankName: string
  /** Sort code or routing number. */
  bankCode: string
  accountNumber: string
  accountName: string
}

export type BankingBody = z.output<typeof BankingInformation>

/** Option for a bank that is not on the list. */
export const OTHER_BANK = 'OTHER'

/** Form values of the profile's bank account. */
export function bankingForm(profile: Profile, country: string): BankingForm {
  const bank = profile.bankName
    ? findBank(country, { name: profile.bankName, ...(profile.bankCode ? { code: profile.bankCode } : {}) })
    : undefined
  const hasBankList = banksOf(country).length > 0
  return {
    bank: bank?.code ?? (hasBankList && profile.bankName ? OTHER_BANK : ''),
    bankName: profile.bankName ?? '',
    bankCode: profile.bankCode ?? '',
    accountNumber: profile.accountNumber ?? '',
    accountName: profile.accountName ?? `${profile.firstName} ${profile.lastName}`,
  }
}

/** Validates the bank account by the server's schema. */
export function checkBanking(form: BankingForm, country: string): ValidationResult<BankingBody> {
  const hasBankList = banksOf(country).length > 0
  const chosen = findBank(country, { code: form.bank })
  const kind = accountKind(country)
  const body = {
    bankName: chosen?.name ?? (hasBankList && form.bank === '' ? '' : form.bankName),
    bankCode: chosen?.code ?? (kind === 'SORT_CODE' || kind === 'ROUTING' ? form.bankCode : null),
    accountNumber: form.accountNumber,
    accountName: form.accountName,
  }
  const checked = placed(check(BankingInformation, body), hasBankList && form.bank === '')
  if (!checked.ok) return checked
  const problem = accountProblem({ country, ...checked.values, bankCode: checked.values.bankCode ?? null })
  return withRules(checked, problem ? [problem] : [])
}

/** Bank errors belong to the list while nothing is chosen. */
const placed = (checked: ValidationResult<BankingBody>, atList: boolean): ValidationResult<BankingBody> =>
  checked.ok || !atList
    ? checked
    : {
        ok: false,
        problems: checked.problems.map((problem) =>
          problem.field === 'bankName' ? { ...problem, field: 'bank' } : problem,
        ),
      }

/** Compares the account name with the provider's own name while typing. */
export const nameMatch = (accountName: string, { firstName, lastName }: Profile): AccountNameMatch =>
  accountName.trim() === '' ? 'MATCH' : accountNameMatch(accountName, firstName, lastName)
