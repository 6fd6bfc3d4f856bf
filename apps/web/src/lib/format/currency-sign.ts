import { regionalLocale } from './dates.ts'

/** The sign of a currency as this region writes it, to stand beside a field: `₦`. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat(regionalLocale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
