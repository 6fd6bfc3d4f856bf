import { foldText } from './countries.ts'

/** Banks of countries with a national list, with the code used to check account numbers. */
export interface Bank {
  code: string
  name: string
}

// Deposit money banks by CBN code; larger other institutions by their registered five-digit code.
const lists: Readonly<Record<string, readonly Bank[]>> = {
  NG: [
    { code: '044', name: 'Access Bank' },
    { code: '063', name: 'Access Bank (Diamond)' },
    { code: '023', name: 'Citibank Nigeria' },
    { code: '050', name: 'Ecobank Nigeria' },
    { code: '070', name: 'Fidelity Bank' },
    { code: '011', name: 'First Bank of Nigeria' },
    { code: '214', name: 'First City Monument Bank' },
    { code: '103', name: 'Globus Bank' },
    { code: '058', name: 'Guaranty Trust Bank' },
    { code: '030', name: 'Heritage Bank' },
    { code: '301', name: 'Jaiz Bank' },
    { code: '082', name: 'Keystone Bank' },
    { code: '303', name: 'Lotus Bank' },
    { code: '50211', name: 'Kuda Bank' },
    { code: '50515', name: 'Moniepoint MFB' },
    { code: '107', name: 'Optimus Bank' },
    { code: '104', name: 'Parallex Bank' },
    { code: '076', name: 'Polaris Bank' },
    { code: '105', name: 'PremiumTrust Bank' },
    { code: '101', name: 'Providus Bank' },
    { code: '106', name: 'Signature Bank' },
    { code: '221', name: 'Stanbic IBTC Bank' },
    { code: '068', name: 'Standard Chartered Bank' },
    { code: '232', name: 'Sterling Bank' },
    { code: '100', name: 'SunTrust Bank' },
    { code: '302', name: 'TAJBank' },
    { code: '102', name: 'Titan Trust Bank' },
    { code: '032', name: 'Union Bank of Nigeria' },
    { code: '033', name: 'United Bank for Africa' },
    { code: '215', name: 'Unity Bank' },
    { code: '035', name: 'Wema Bank' },
    { code: '057', name: 'Zenith Bank' },
  ],
}

const otherNames: Record<string, Record<string, string>> = {
  NG: {
    access: '044',
    alat: '035',
    fbn: '011',
    fcmb: '214',
    'first bank': '011',
    gtb: '058',
    gtbank: '058',
    'gt bank': '058',
    gtco: '058',
    kuda: '50211',
    moniepoint: '50515',
    'stanbic ibtc': '221',
    uba: '033',
    zenith: '057',
  },
}

/** The banks of a country in display order. Empty when it has no list. */
export const banksOf = (country: string): Bank[] =>
  (lists[country] ?? []).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

/** Finds a bank by code or by a common name. */
export function findBank(country: string, { name, code }: { name?: string; code?: string | null }): Bank | undefined {
  const banks = banksOf(country)
  if (code) return banks.find((bank) => bank.code === code)
  if (!name) return undefined
  const foldedName = foldText(name).replace(/ (plc|ltd|limited|nigeria plc)$/, '')
  const bankCode = otherNames[country]?.[foldedName]
  return banks.find((bank) => bank.code === bankCode || foldText(bank.name) === foldedName)
}
