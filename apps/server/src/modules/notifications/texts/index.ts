import type { Locale } from '@fettle/i18n/locales'
import { ar } from './ar/index.ts'
import { en } from './en/index.ts'
import { fr } from './fr/index.ts'
import type { Texts } from './wording.ts'

const texts: Readonly<Record<Locale, Texts>> = { en, fr, ar }

/** Texts of notifications, their mails and pushes in a language. */
export const textsIn = (locale: Locale): Texts => texts[locale]
