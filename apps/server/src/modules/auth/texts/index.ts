import type { Locale } from '@fettle/protocol/locales'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { MailWords } from './mail-words.ts'

const words: Readonly<Record<Locale, MailWords>> = { en, fr, ar }

/** What mails and text messages about an account say in a language. */
export const wordsIn = (locale: Locale): MailWords => words[locale]
