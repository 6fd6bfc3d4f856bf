import type { Locale } from '@fettle/i18n/locales'

/**
 * Consent texts of signatures, in their only copy. Pages show them, the server stores version and language with the
 * signature. A changed text needs a new version.
 */
export const CONSENT_TEXT_VERSION = '2026-11' as const

/** Both consents are required. */
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

/** The consent texts in a language. */
export const consentTextsIn = (locale: Locale): ConsentTexts => texts[locale]
