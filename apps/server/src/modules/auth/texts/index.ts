import type { Locale } from '@fettle/protocol/common/locales'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { MailMessages } from './mail-messages.ts'

const messages: Readonly<Record<Locale, MailMessages>> = { en, fr, ar }

/** What mails and text messages about an account say in a language. */
export const messagesFor = (locale: Locale): MailMessages => messages[locale]
