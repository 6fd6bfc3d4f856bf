import type { Locale } from '../common/locales.ts'

/**
 * What somebody who signs agrees to, word for word: the only copy. Pages show it, the server keeps it with the signature
 * by version and language. Other words are another version.
 */
export const CONSENT_TEXT_VERSION = '2026-11' as const

/** Both are asked for. */
export interface ConsentTexts {
  electronicRecords: string
  readAndAgree: string
}

const texts: Readonly<Record<Locale, ConsentTexts>> = {
  en: {
    electronicRecords: 'I agree to use electronic records and signatures',
    readAndAgree: 'I have read and agree to this contract',
  },
  fr: {
    electronicRecords: 'J’accepte l’usage de documents et de signatures électroniques',
    readAndAgree: 'J’ai lu ce contrat et je l’accepte',
  },
  ar: {
    electronicRecords: 'أوافق على استخدام السجلات والتوقيعات الإلكترونية',
    readAndAgree: 'قرأت هذا العقد وأوافق عليه',
  },
}

/** The consents as they are shown to a reader of a language. */
export const consentTextsIn = (locale: Locale): ConsentTexts => texts[locale]
