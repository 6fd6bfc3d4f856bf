import { foldText } from './countries.ts'
import { issueText } from '../core/issue-text.ts'

/** Rules for bank account numbers by country, including check digits. Pure, shared by browser and server. */

export interface BankAccount {
  country: string
  /** Without spaces and dashes, in capitals. */
  accountNumber: string
  bankCode?: string | null
  bankName?: string
}

export interface AccountProblem {
  field: 'accountNumber' | 'bankCode'
  message: string
}

// Lengths from the IBAN registry. The United Kingdom is not listed: it uses sort code and account number.
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  YE: 30,
}

const weightedSum = (digits: string, weights: readonly number[]) =>
  Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (weights[index % weights.length] ?? 0), 0)

/** The NUBAN check digit of a bank code (3, 5 or 6 digits) and a nine-digit serial. */
export function nubanCheckDigit(bankCode: string, serial: string): number {
  const institution = bankCode.length === 5 ? `9${bankCode}` : bankCode.padStart(6, '0')
  return (10 - (weightedSum(institution + serial, [3, 7, 3]) % 10)) % 10
}

/** Whether this is a ten-digit NUBAN whose check digit fits the bank. Without a bank code only the form is checked. */
export function isNuban(accountNumber: string, bankCode?: string | null): boolean {
  if (!/^\d{10}$/.test(accountNumber)) return false
  if (!bankCode || !/^(\d{3}|\d{5}|\d{6})$/.test(bankCode)) return true
  return nubanCheckDigit(bankCode, accountNumber.slice(0, 9)) === Number(accountNumber[9])
}

/** Whether the length fits the country and the remainder modulo 97 is 1 (ISO 7064). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(text) || text.length !== ibanLengths[text.slice(0, 2)]) return false
  const rearranged = text.slice(4) + text.slice(0, 4)
  let remainder = 0
  for (const character of rearranged) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** Whether these are nine digits whose 3-7-1 weighted sum is a multiple of ten. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== '000000000' && weightedSum(text, [3, 7, 1]) % 10 === 0

/** Kind of account number a country uses. */
export type AccountKind = 'NUBAN' | 'SORT_CODE' | 'ROUTING' | 'IBAN' | 'PLAIN'

export function accountKind(country: string): AccountKind {
  if (country === 'NG') return 'NUBAN'
  if (country === 'GB') return 'SORT_CODE'
  if (country === 'US') return 'ROUTING'
  return ibanLengths[country] ? 'IBAN' : 'PLAIN'
}

/** The problem with an account in its country. Undefined: valid. */
export function accountProblem({
  country,
  accountNumber,
  bankCode,
  bankName,
}: BankAccount): AccountProblem | undefined {
  if (country === 'NG') {
    if (!/^\d{10}$/.test(accountNumber)) {
      return { field: 'accountNumber', message: issueText('NUBAN_INVALID') }
    }
    return isNuban(accountNumber, bankCode)
      ? undefined
      : {
          field: 'accountNumber',
          message:
            bankName === undefined
              ? issueText('ACCOUNT_NUMBER_NOT_OF_THIS_BANK')
              : issueText('ACCOUNT_NUMBER_NOT_OF_BANK', { bank: bankName }),
        }
  }
  if (country === 'GB') {
    if (!/^\d{8}$/.test(accountNumber))
      return { field: 'accountNumber', message: issueText('UK_ACCOUNT_NUMBER_INVALID') }
    return /^\d{6}$/.test(bankCode ?? '') ? undefined : { field: 'bankCode', message: issueText('SORT_CODE_INVALID') }
  }
  if (country === 'US') {
    const message = issueText('US_ACCOUNT_INVALID')
    if (!isRoutingNumber(bankCode ?? '')) return { field: 'bankCode', message }
    return /^\d{4,17}$/.test(accountNumber) ? undefined : { field: 'accountNumber', message }
  }
  if (ibanLengths[country]) {
    return isIban(accountNumber) ? undefined : { field: 'accountNumber', message: issueText('IBAN_INVALID') }
  }
  return /^[0-9A-Z]{5,34}$/.test(accountNumber)
    ? undefined
    : { field: 'accountNumber', message: issueText('ACCOUNT_NUMBER_INVALID') }
}

/** `••••••6785`: one dot per hidden digit, at most six. */
export const maskAccountNumber = (accountNumber: string): string =>
  `${'•'.repeat(Math.min(6, Math.max(0, accountNumber.length - 4)))}${accountNumber.slice(-4)}`

export type AccountNameMatch = 'MATCH' | 'PARTIAL' | 'MISMATCH'

/** Compares the account holder with the provider's name, ignoring case, accents, order and middle names. */
export function accountNameMatch(accountName: string, firstName: string, lastName: string): AccountNameMatch {
  const holder = new Set(foldText(accountName).split(' '))
  const ownWords = foldText(`${firstName} ${lastName}`).split(' ').filter(Boolean)
  const found = ownWords.filter((word) => holder.has(word)).length
  return found === ownWords.length ? 'MATCH' : found > 0 ? 'PARTIAL' : 'MISMATCH'
}
