import { expect, it } from 'vitest'
import { CONSENT_TEXT_VERSION, consentTextsIn } from './consent-texts.ts'
import { locales } from '@fettle/i18n/locales'

/**
 * The published texts by version, as signatures refer to them. Never edit a published version: add the next one here.
 */
const published: Record<string, unknown> = {
  '2026-11': {
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
  },
}

it('the text of a consent changes only with its version', () => {
  const texts = Object.fromEntries(locales.map((locale) => [locale, consentTextsIn(locale)]))
  expect(texts).toEqual(published[CONSENT_TEXT_VERSION])
})
