import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountNameMatch,
  accountProblem,
  isIban,
  isNuban,
  isRoutingNumber,
  maskAccountNumber,
  nubanCheckDigit,
} from './bank-accounts.ts'
import { findBank } from './banks.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
/** Changes one digit. */
const withTypo = (text: string, index: number, by: number) =>
  text.slice(0, index) + String((Number(text[index]) + by) % 10) + text.slice(index + 1)

describe('a NUBAN', () => {
  it.each([
    ['011', '0000014579'],
    ['058', '0123456785'],
  ])('of bank %s is valid: %s', (bank, number) => {
    expect(isNuban(number, bank)).toBe(true)
  })

  it('prefixes a five-digit institution with 9', () => {
    expect(nubanCheckDigit('50211', '000001457')).toBe(nubanCheckDigit('950211', '000001457'))
  })

  it('has exactly one check digit per bank and serial', () => {
    fc.assert(
      fc.property(fc.oneof(digits(3), digits(5), digits(6)), digits(9), (bank, serial) => {
        const valid = Array.from({ length: 10 }, (_, check) => `${serial}${check}`).filter((number) =>
          isNuban(number, bank),
        )
        expect(valid).toEqual([`${serial}${nubanCheckDigit(bank, serial)}`])
      }),
    )
  })

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(digits(3), digits(9), fc.nat(9), fc.integer({ min: 1, max: 9 }), (bank, serial, index, by) => {
        const number = `${serial}${nubanCheckDigit(bank, serial)}`
        expect(isNuban(withTypo(number, index, by), bank)).toBe(false)
      }),
    )
  })
})

describe('an IBAN', () => {
  it.each(['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NO9386011117947'])(
    'is valid: %s',
    (iban) => {
      expect(isIban(iban)).toBe(true)
    },
  )

  it.each(['DE89370400440532013001', 'DE8937040044053201300', 'XX89370400440532013000', 'de89370400440532013000', ''])(
    'is invalid: %j',
    (iban) => {
      expect(isIban(iban)).toBe(false)
    },
  )

  it('detects every single wrong digit and transposition', () => {
    fc.assert(
      fc.property(digits(18), fc.integer({ min: 4, max: 20 }), fc.integer({ min: 1, max: 9 }), (bban, index, by) => {
        const check = Array.from({ length: 97 }, (_, n) => String(n + 2).padStart(2, '0')).find((n) =>
          isIban(`DE${n}${bban}`),
        )
        const iban = `DE${check}${bban}`
        expect(isIban(iban)).toBe(true)
        expect(isIban(withTypo(iban, index, by))).toBe(false)
        const swapped = iban.slice(0, index) + (iban[index + 1] ?? '') + (iban[index] ?? '') + iban.slice(index + 2)
        expect(isIban(swapped)).toBe(swapped === iban)
      }),
    )
  })
})

describe('a routing number', () => {
  it('is valid for a Federal Reserve bank', () => {
    expect(isRoutingNumber('021000021')).toBe(true)
    expect(isRoutingNumber('011000015')).toBe(true)
  })

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (index, by) => {
        expect(isRoutingNumber(withTypo('021000021', index, by))).toBe(false)
      }),
    )
  })
})

describe('a bank account', () => {
  const problem = (country: string, accountNumber: string, bankCode?: string, bankName?: string) =>
    accountProblem({ country, accountNumber, ...(bankCode && { bankCode }), ...(bankName && { bankName }) })?.message

  it('in Nigeria has ten digits matching the bank', () => {
    expect(problem('NG', '012345678')).toBe('NUBAN_INVALID')
    expect(problem('NG', '0123456789')).toBeUndefined()
    expect(problem('NG', '0123456789', '058', 'Guaranty Trust Bank')).toBe(
      'ACCOUNT_NUMBER_NOT_OF_BANK{"bank":"Guaranty Trust Bank"}',
    )
    expect(problem('NG', '0123456785', '058', 'Guaranty Trust Bank')).toBeUndefined()
  })

  it('in Britain has a sort code', () => {
    expect(problem('GB', '1234567', '200000')).toBe('UK_ACCOUNT_NUMBER_INVALID')
    expect(problem('GB', '12345678')).toBe('SORT_CODE_INVALID')
    expect(problem('GB', '12345678', '200000')).toBeUndefined()
  })

  it('in the United States has a routing number', () => {
    expect(problem('US', '123456', '021000022')).toBe('US_ACCOUNT_INVALID')
    expect(problem('US', '123', '021000021')).toBe('US_ACCOUNT_INVALID')
    expect(problem('US', '123456', '021000021')).toBeUndefined()
  })

  it('in a country with IBANs is an IBAN of any country', () => {
    expect(problem('DE', '532013000')).toBe('IBAN_INVALID')
    expect(problem('DE', 'FR1420041010050500013M02606')).toBeUndefined()
  })

  it('elsewhere has 5 to 34 letters and digits', () => {
    expect(problem('KE', '1234')).toBe('ACCOUNT_NUMBER_INVALID')
    expect(problem('KE', '0123456789')).toBeUndefined()
  })

  it('is shown by its last four digits', () => {
    expect(maskAccountNumber('0123456785')).toBe('••••••6785')
    expect(maskAccountNumber('12345')).toBe('•2345')
    expect(maskAccountNumber('1234')).toBe('1234')
  })

  it('is compared with the name of its owner', () => {
    expect(accountNameMatch('OBI, ADA NGOZI', 'Ada', 'Obi')).toBe('MATCH')
    expect(accountNameMatch('José Núñez', 'Jose', 'Nunez')).toBe('MATCH')
    expect(accountNameMatch('Ada Okafor', 'Ada', 'Obi')).toBe('PARTIAL')
    expect(accountNameMatch('Chidi Okafor', 'Ada', 'Obi')).toBe('MISMATCH')
  })
})

describe('bank search', () => {
  it('matches common names', () => {
    expect(findBank('NG', { name: 'gtbank' })?.code).toBe('058')
    expect(findBank('NG', { name: 'Zenith Bank Plc' })?.code).toBe('057')
    expect(findBank('NG', { name: 'My Cousin' })).toBeUndefined()
    expect(findBank('DE', { name: 'Sparkasse' })).toBeUndefined()
  })
})
