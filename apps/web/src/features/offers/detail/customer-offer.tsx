import type { OfferDetails } from '@fettle/protocol/offers'
import { Trans } from '@lingui/react/macro'
import { Letterhead } from '../../../shared/documents/letterhead/letterhead.tsx'
import { OfferDocumentView, type OfferDocumentViewProps } from './offer-document.tsx'

interface CustomerOfferProps extends Omit<OfferDocumentViewProps, 'currency' | 'timeZone'> {
  offer: Pick<OfferDetails, 'customer' | 'timeZone' | 'currency' | 'reference'>
  /** When it was sent. */
  date?: string | undefined
}

/** Offer under the provider's letterhead, as its customer sees it. */
export const CustomerOffer = ({ offer, date, ...document }: CustomerOfferProps) => (
  <div className="grid grid-cols-1 gap-5">
    <Letterhead
      kind={<Trans>Offer</Trans>}
      reference={offer.reference}
      date={date}
      customerName={offer.customer.name}
    />
    {document.content.title && (
      <p dir="auto" className="text-xl font-semibold text-pretty">
        {document.content.title}
      </p>
    )}
    <OfferDocumentView {...document} currency={offer.currency} timeZone={offer.timeZone} />
  </div>
)
