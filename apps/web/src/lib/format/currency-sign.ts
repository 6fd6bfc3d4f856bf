import { regionalLocale } from './dates.ts'

/** Symbol of a currency in this region: `₦`. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat(regionalLocale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
