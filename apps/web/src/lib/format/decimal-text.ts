import { formatter } from './dates.ts'

/** Formats a decimal of the API in the page's language: `0.5` → `0.5`, in French `0,5`. At most three decimals. */
export const decimalText = (decimal: string): string =>
  formatter().number(Number(decimal), { maximumFractionDigits: 3 })
