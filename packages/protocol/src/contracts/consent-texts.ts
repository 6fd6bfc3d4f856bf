import type { Locale } from '@fettle/i18n/locales'

/**
 * Consent texts of signatures, in their only copy. Pages show them, the server stores version and language with the
 * signature. A changed text needs a new version.
 */
export const CONSENT_TEXT_VERSION = '2026-12' as const
/** Versions that signatures may refer to. The texts of the first one named a contract in change orders, too. */
export const consentTextVersions = ['2026-11', CONSENT_TEXT_VERSION] as const

/** Both consents are required. */
export interface ConsentTexts {
  electronicRecords: string
  readAndAgree: string
}

/** What is signed. */
export type ConsentDocument = 'CONTRACT' | 'CHANGE_ORDER'

const electronicRecords: Readonly<Record<Locale, string>> = {
  en: 'I agree to use electronic records and signatures',
  fr: 'J’accepte l’usage de documents et de signatures électroniques',
  ar: 'أوافق على استخدام السجلات والتوقيعات الإلكترونية',
}

const readAndAgree: Readonly<Record<ConsentDocument, Readonly<Record<Locale, string>>>> = {
  CONTRACT: {
    en: 'I have read and agree to this contract',
    fr: 'J’ai lu ce contrat et je l’accepte',
    ar: 'قرأت هذا العقد وأوافق عليه',
  },
  CHANGE_ORDER: {
    en: 'I have read and agree to this change order',
    fr: 'J’ai lu cet avenant et je l’accepte',
    ar: 'قرأت أمر التغيير هذا وأوافق عليه',
  },
}

/** The consent texts of a document in a language. */
export const consentTextsIn = (
  locale: Locale,
  document: ConsentDocument,
  version: (typeof consentTextVersions)[number] = CONSENT_TEXT_VERSION,
): ConsentTexts => ({
  electronicRecords: electronicRecords[locale],
  readAndAgree: readAndAgree[version === '2026-11' ? 'CONTRACT' : document][locale],
})
