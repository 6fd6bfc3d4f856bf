import { emptyDraft, type OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { expect, it } from 'vitest'
import { parts, payments } from './offer-pdf.rules.ts'

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
  expect(parts(pdfFactsOf({ lineItems }))).toEqual([
    {
      title: 'The work',
      rows: [
        {
          text: 'Tiles × 12 m² at ₦8,500',
          amount: '₦102,000',
          strong: false,
          note: 'Matt, grey.\nAs much as you choose, from 10 to 20.',
        },
        { text: 'Rubble to the dump × 1 trip', amount: '₦8,500', strong: false },
      ],
    },
  ])
})

it('prints the due date of an instalment', () => {
  const paymentSchedule = [{ label: 'All of it', shareBps: 10_000, dueOn: 'DATE' as const, dueDate: '2027-03-01' }]
  expect(payments(pdfFactsOf({ lineItems: [line({})], paymentSchedule })).map(({ text }) => text)).toEqual([
    'All of it, due 1 March 2027',
  ])
})
