import type { Plugin } from 'vite'

const strings = /(?:react-aria|react-stately)[\\/]dist[\\/].*[\\/]([a-z]{2})-[A-Z]{2}\.mjs$/
const calendars = /@internationalized[\\/]date[\\/]dist[\\/]private[\\/]createCalendar\.mjs$/

/** Removes from the date library the strings of unsupported languages and all calendars but the Gregorian. */
export const lightDates = (locales: readonly string[]): Plugin => ({
  name: 'fettle-light-dates',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: strings },
    handler: (id) => (locales.includes(strings.exec(id)?.[1] ?? '') ? null : 'export default {}'),
  },
  transform: { filter: { id: calendars }, handler: gregorianOnly },
})

/** Keeps only the Gregorian calendar. The API exchanges Gregorian dates, so the fields need no other. */
export function gregorianOnly(code: string): string {
  const lean = code
    .replace(/^import \{.*\} from "\.\/calendars\/(?!GregorianCalendar\.)\w+\.mjs";$/gm, '')
    .replace(/case '(?!gregory')[\w-]+':\s*return new \(0, [\w$]+\)\(\);/g, '')
  if (lean.length > code.length / 2 || !lean.includes("case 'gregory'"))
    throw new Error('The calendar imports of the date library have changed: update build/light-dates.ts')
  return lean
}
