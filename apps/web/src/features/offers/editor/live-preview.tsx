import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferDetails } from '@fettle/protocol/offers'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { Trans } from '@lingui/react/macro'
import { memo, useDeferredValue } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { CustomerOffer } from '../detail/customer-offer.tsx'
import type { OfferEditorFiles } from './sections/use-files.ts'

export interface LivePreviewProps {
  offer: Pick<OfferDetails, 'customer' | 'timeZone' | 'currency' | 'reference'>
  content: OfferDraft
  totals: OfferTotals
  files: OfferEditorFiles
  now: Date
}

const MemoizedOffer = memo(CustomerOffer)

/** The offer as the customer will see it, beside the editor. Follows the typing when there is time. */
export function LivePreview({ offer, content, totals, files, now }: LivePreviewProps) {
  const shown = useDeferredValue(content)
  const sums = useDeferredValue(totals)
  const { name } = offer.customer
  return (
    <Card className="grid grid-cols-1 gap-3 p-3">
      <h2 className="px-1 text-sm font-semibold text-text-muted">
        <Trans>As {name} will see it</Trans>
      </h2>
      <MemoizedOffer offer={offer} content={shown} totals={sums} now={now} file={files.find} />
    </Card>
  )
}
