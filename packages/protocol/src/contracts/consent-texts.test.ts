import { expect, it } from 'vitest'
import { consentTextsIn, consentTextVersions, type ConsentDocument } from './consent-texts.ts'
import { locales } from '@fettle/i18n/locales'

const electronicRecords = {
  en: 'I agree to use electronic records and signatures',
  fr: 'J’accepte l’usage de documents et de signatures électroniques',
  ar: 'أوافق على استخدام السجلات والتوقيعات الإلكترونية',
}
const contract = {
  en: 'I have read and agree to this contract',
  fr: 'J’ai lu ce contrat et je l’accepte',
  ar: 'قرأت هذا العقد وأوافق عليه',
}
const changeOrder = {
  en: 'I have read and agree to this change order',
  fr: 'J’ai lu cet avenant et je l’accepte',
  ar: 'قرأت أمر التغيير هذا وأوافق عليه',
}

/**
 * The published texts by version, as signatures refer to them. Never edit a published version: add the next one here.
 */
const published = {
  '2026-11': { electronicRecords, CONTRACT: contract, CHANGE_ORDER: contract },
  '2026-12': { electronicRecords, CONTRACT: contract, CHANGE_ORDER: changeOrder },
}

it('the text of a consent changes only with its version', () => {
  const documents: readonly ConsentDocument[] = ['CONTRACT', 'CHANGE_ORDER']
  for (const version of consentTextVersions) {
    for (const locale of locales) {
      for (const document of documents) {
        const texts = {
          electronicRecords: electronicRecords[locale],
          readAndAgree: published[version][document][locale],
        }
        expect(consentTextsIn(locale, document, version)).toEqual(texts)
      }
    }
  }
})
