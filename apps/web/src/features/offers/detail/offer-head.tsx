import type { OfferSummary } from '@fettle/protocol/offers'
import { Plural, Trans } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { DocumentHead } from '../../../shared/documents/document-head.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'
import type { Back } from '../../../ui/navigation/back-link.tsx'
import { titleOf } from '../list/offer-rows.tsx'

interface OfferHeadProps {
  offer: OfferSummary
  back: Back
  menu?: ReactNode
}

/** Head of an offer: status, title and customer. */
export function OfferHead({ offer, back, menu }: OfferHeadProps) {
  const { customer, viewCount, revisionNumber, city, reference } = offer
  return (
    <DocumentHead
      back={back}
      title={titleOf(offer)}
      reference={reference}
      status={<StatusChip state={offer.status} />}
      customer={customer}
      city={city}
      menu={menu}
    >
      {revisionNumber !== null && revisionNumber > 1 && (
        <span>
          <Trans>Revision {revisionNumber}</Trans>
        </span>
      )}
      {viewCount > 0 && (
        <span className="inline-flex items-center gap-1">
          <Eye size={14} aria-hidden="true" />
          <Plural value={viewCount} one="Viewed once" other="Viewed # times" />
        </span>
      )}
    </DocumentHead>
  )
}
