import { formatter } from './dates.ts'

/** Formats a percentage in the page's language: `7.5` → `7.5%`, in French `7,5 %`. At most two decimals. */
export const percentText = (percent: number): string =>
  formatter().number(percent / 100, { style: 'percent', maximumFractionDigits: 2 })
