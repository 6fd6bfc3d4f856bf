import { createMessages } from '@fettle/i18n/catalogue'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import type { MessageDescriptor, MessageParam } from '@fettle/i18n/message'
import { pdfMessages } from './pdf.messages.ts'

/** The fonts have neither the narrow space of French amounts nor direction marks; the layout separates scripts itself. */
const withPrintableSpaces = (text: string): string =>
  text.replaceAll('\u202F', '\u00A0').replaceAll(/[\u200E\u200F\u2066-\u2069]/g, '')

/** Writes a text, amount or date of a document in the reader's language. */
export interface WriteText {
  (part: MessageParam): string
  /** The language that is written. */
  locale: Locale
}

/**
 * Creates the writer of documents with a table of their own. The layout sets lines from left to right, so documents are
 * in English for readers of languages from right to left.
 */
export function createDocumentText(english: Readonly<Record<string, string>>): (locale: Locale) => WriteText {
  const table: Readonly<Record<string, string>> = { ...pdfMessages, ...english }
  const textOf = createMessages('mail', table)
  return (locale) => {
    const printed = directionOf(locale) === 'rtl' ? 'en' : locale
    const write = (part: MessageParam) => {
      if (typeof part === 'string') return part
      const isMessage = typeof part === 'object' && 'code' in part
      const message: MessageDescriptor = isMessage ? part : { code: 'document.value', params: { value: part } }
      return withPrintableSpaces(textOf(printed, message))
    }
    return Object.assign(write, { locale: printed })
  }
}
