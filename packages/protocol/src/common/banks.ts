import { foldText } from './countries.ts'

/** Banks of countries with a national list, with the code used to check account numbers. */
export interface Bank {
  code: string
  name: string
}

// Deposit money banks by CBN code; larger other institutions by their registered five-digit code.
const lists: Record<string, string> = {
  NG: '044:Access Bank|063:Access Bank (Diamond)|023:Citibank Nigeria|050:Ecobank Nigeria|070:Fidelity Bank|011:First Bank of Nigeria|214:First City Monument Bank|103:Globus Bank|058:Guaranty Trust Bank|030:Heritage Bank|301:Jaiz Bank|082:Keystone Bank|303:Lotus Bank|50211:Kuda Bank|50515:Moniepoint MFB|107:Optimus Bank|104:Parallex Bank|076:Polaris Bank|105:PremiumTrust Bank|101:Providus Bank|106:Signature Bank|221:Stanbic IBTC Bank|068:Standard Chartered Bank|232:Sterling Bank|100:SunTrust Bank|302:TAJBank|102:Titan Trust Bank|032:Union Bank of Nigeria|033:United Bank for Africa|215:Unity Bank|035:Wema Bank|057:Zenith Bank',
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
  (lists[country]?.split('|') ?? [])
    .map((entry) => ({ code: entry.slice(0, entry.indexOf(':')), name: entry.slice(entry.indexOf(':') + 1) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))

/** Finds a bank by code or by a common name. */
export function findBank(country: string, { name, code }: { name?: string; code?: string | null }): Bank | undefined {
  const banks = banksOf(country)
  if (code) return banks.find((bank) => bank.code === code)
  if (!name) return undefined
  const foldedName = foldText(name).replace(/ (plc|ltd|limited|nigeria plc)$/, '')
  const bankCode = otherNames[country]?.[foldedName]
  return banks.find((bank) => bank.code === bankCode || foldText(bank.name) === foldedName)
}
