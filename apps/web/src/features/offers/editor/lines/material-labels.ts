import type { OfferDraft } from '@fettle/protocol/offers/content'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const materialLabels: Record<OfferDraft['materialsBy'], MessageDescriptor> = {
  PROVIDER: msg`You`,
  CUSTOMER: msg`The customer`,
  SHARED: msg`Both of you`,
}
export const materialsLabel = (who: OfferDraft['materialsBy']): string => i18n._(materialLabels[who])
