import type { Manifest } from 'vite'
import type { Locale } from '../../../packages/i18n/src/locales.ts'
import { signInAreas } from '../src/lib/i18n/areas.ts'

/** Names the chunk of a `.po` file: the translations of a language are one file per entry. */
export function catalogueOf(id: string): string {
  const [locale = '', area = ''] = id.replace(/\.po$/, '').split(/[\\/]/).slice(-2)
  const entry = signInAreas.some((name) => name === area) ? 'sign-in' : 'app'
  return `${entry}-${locale}`
}

/** Manifest keys of an entry's translations. The app also shows what is in the file of the sign-in pages. */
export function cataloguesOf(manifest: Manifest, locale: Locale, entry: 'sign-in' | 'app'): string[] {
  if (locale === 'en') return []
  const names = new Set([`sign-in-${locale}`, `${entry}-${locale}`])
  return Object.entries(manifest).flatMap(([key, { name = '' }]) => (names.has(name) ? [key] : []))
}
