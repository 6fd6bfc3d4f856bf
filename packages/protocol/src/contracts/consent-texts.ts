import type { Locale } from '@fettle/i18n/locales'

/**
 * Consent texts of signatures, in their only copy. Pages show them, the server stores version and language with the
 * signature. A changed text needs a new version.
 */
export const consentTextVersions = ['2026-11', '2026-12'] as const
export type ConsentTextVersion = (typeof consentTextVersions)[number]

/** Both consents are required. */
export interface ConsentTexts {
  electronicRecords: string
  readAndAgree: string
}

/** What is signed. */
export type ConsentDocument = 'CONTRACT' | 'CHANGE_ORDER'

/** The current version of each document's texts. The first texts of change orders named a contract. */
export const consentTextVersionOf: Readonly<Record<ConsentDocument, ConsentTextVersion>> = {
  CONTRACT: '2026-11',
  CHANGE_ORDER: '2026-12',
}

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
  version = consentTextVersionOf[document],
): ConsentTexts => ({
  electronicRecords: electronicRecords[locale],
  readAndAgree: readAndAgree[version === '2026-11' ? 'CONTRACT' : document][locale],
})
