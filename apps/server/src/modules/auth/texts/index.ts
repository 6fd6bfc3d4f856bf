import type { Locale } from '@fettle/i18n/locales'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { MailMessages } from './mail-messages.ts'

const messages: Readonly<Record<Locale, MailMessages>> = { en, fr, ar }

/** The texts of account mails and text messages in a language. */
export const messagesFor = (locale: Locale): MailMessages => messages[locale]
