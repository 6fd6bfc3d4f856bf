import { emptyDraft } from '@fettle/protocol/offers/empty-draft'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import { diffOffers } from '@fettle/protocol/offers/diff'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { DiffView } from './diff-view.tsx'
import { OfferDocumentView } from './offer-document.tsx'

// Before the screen's own, so that it runs when nothing is drawn any more.
afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const { draw, text } = setUpScreen()

const contentWith = (quantity: string, max: string): OfferDraft => ({
  ...emptyDraft,
  lineItems: [
    {
      id: 'line-1',
      kind: 'MATERIAL',
      name: 'Pipe',
      description: '',
      quantity,
      unit: 'M',
      unitPrice: 1_000,
      taxRateBps: 0,
      discountBps: 0,
      optional: false,
      selected: true,
      sectionId: null,
      optionGroupId: null,
      imageFileId: null,
      customerQuantity: { min: '0.5', max },
    },
  ],
})
const [before, after] = [contentWith('1.5', '2.5'), contentWith('2', '7.5')]
const changes = () => (
  <DiffView diff={diffOffers(before, after)} before={before} after={after} currency="EUR" timeZone="UTC" />
)

it('writes quantities that the customer chooses in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  const totals = calculateOffer(after)
  await draw(
    <OfferDocumentView
      content={after}
      totals={totals}
      currency="EUR"
      timeZone="UTC"
      now={new Date()}
      file={() => undefined}
    />,
  )
  expect(text()).toContain('customer chooses 0,5 to 7,5')
})

it('writes changed quantities in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await draw(changes())
  expect(text()).toContain('1,5 → 2')
  expect(text()).toContain('0,5–2,5 → 0,5–7,5')
})

it('points from the old value to the new one, from right to left too', async () => {
  i18n.loadAndActivate({ locale: 'ar', messages: {} })
  await draw(changes())
  expect(text()).toContain('1.5 ← 2')
  expect(text()).not.toContain('→')
})
