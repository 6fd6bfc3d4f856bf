import { createMessages } from '@fettle/i18n/catalogue'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import type { MessageDescriptor, MessageParam } from '@fettle/i18n/message'
import { pdfMessages } from './pdf.messages.ts'
import { withoutMarks } from './rtl-lines.ts'

/** The fonts have neither the narrow space of French amounts nor direction marks, which only right-to-left lines use. */
function toPrintable(text: string, locale: Locale): string {
  const spaced = text.replaceAll('\u202F', '\u00A0')
  return directionOf(locale) === 'rtl' ? spaced : withoutMarks(spaced)
}

/** Writes a text, amount or date of a document in the reader's language. */
export interface WriteText {
  (part: MessageParam): string
  /** The language that is written. */
  locale: Locale
}

/** Creates the writer of documents with a table of their own. */
export function createDocumentText(english: Readonly<Record<string, string>>): (locale: Locale) => WriteText {
  const table: Readonly<Record<string, string>> = { ...pdfMessages, ...english }
  const textOf = createMessages('mail', table)
  return (locale) => {
    const write = (part: MessageParam) => {
      if (typeof part === 'string') return part
      const isMessage = typeof part === 'object' && 'code' in part
      const message: MessageDescriptor = isMessage ? part : { code: 'document.value', params: { value: part } }
      return toPrintable(textOf(locale, message), locale)
    }
    return Object.assign(write, { locale })
  }
}
