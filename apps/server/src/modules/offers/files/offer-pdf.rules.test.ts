import type { OfferDraft } from '@fettle/protocol/offers/content'
import { emptyDraft } from '@fettle/protocol/offers/empty-draft'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { expect, it } from 'vitest'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { offerPdfMessages } from './offer-pdf.messages.ts'
import { parts, payments } from './offer-pdf.rules.ts'

const textIn = createDocumentText(offerPdfMessages)

const line = (over: Partial<OfferDraft['lineItems'][number]>): OfferDraft['lineItems'][number] => ({
  id: 'a',
  kind: 'MATERIAL',
  name: 'Tiles',
  description: '',
  quantity: '12',
  unit: 'M2',
  unitPrice: 850_000,
  discountBps: 0,
  taxRateBps: 0,
  optional: false,
  selected: false,
  ...over,
})
const pdfFactsOf = (content: Partial<OfferDraft>) => {
  const whole = { ...emptyDraft, ...content }
  return { content: { ...whole, title: 'Bathroom' }, totals: calculateOffer(whole), currency: 'NGN' }
}

it('prints unit price and description of each line', () => {
  const lineItems = [
    line({ description: 'Matt, grey.', customerQuantity: { min: '10', max: '20' } }),
    line({ id: 'b', name: 'Rubble to the dump', quantity: '1', unit: 'TRIP' }),
  ]
  const write = textIn('en')
  const printed = parts(pdfFactsOf({ lineItems })).map(({ title, rows }) => [
    write(title),
    ...rows.map(({ text, amount, notes }) => [text, amount, ...notes].map((part) => write(part))),
  ])
  expect(printed).toEqual([
    [
      'Work',
      ['Tiles × 12 m² at ₦8,500', '₦102,000', 'Matt, grey.', 'You choose how much, from 10 to 20.'],
      ['Rubble to the dump × 1 trip', '₦8,500'],
    ],
  ])
})

it('prints in the language of the reader', () => {
  const [part] = parts(pdfFactsOf({ lineItems: [line({ quantity: '12.5', discountBps: 500 })] }))
  const printed = (locale: 'fr' | 'ar') => textIn(locale)(part?.rows[0]?.text ?? '').replaceAll(/\s/g, ' ')
  expect(printed('fr')).toBe('Tiles × 12,5 m² à 8 500 ₦, moins 5 %')
  const withoutMarks = printed('ar').replaceAll(/[\u200E\u200F\u2068\u2069]/g, '')
  expect(withoutMarks).toBe('Tiles × 12.5 م² بسعر 8,500 ₦، ناقص 5%')
})

it('prints the due date of an instalment', () => {
  const paymentSchedule = [{ label: 'All of it', shareBps: 10_000, dueOn: 'DATE' as const, dueDate: '2027-03-01' }]
  expect(
    payments(pdfFactsOf({ lineItems: [line({})], paymentSchedule })).map(({ text }) => textIn('en')(text)),
  ).toEqual(['All of it, due 1 March 2027'])
})
