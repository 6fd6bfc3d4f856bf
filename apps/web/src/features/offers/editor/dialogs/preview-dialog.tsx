import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferDetails } from '@fettle/protocol/offers'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { OfferDocumentView } from '../../detail/offer-document.tsx'
import type { OfferEditorFiles } from '../sections/use-files.ts'

export interface PreviewProps {
  offer: Pick<OfferDetails, 'customer' | 'timeZone' | 'currency' | 'reference'>
  content: OfferDraft
  totals: OfferTotals
  files: OfferEditorFiles
  now: Date
  onClose: () => void
}

/** Preview of the offer as the customer will see it. */
export function PreviewDialog({ offer, content, totals, files, now, onClose }: PreviewProps) {
  const { name } = offer.customer
  return (
    <Dialog
      open
      onClose={onClose}
      kind="panel"
      title={content.title || <Trans>Untitled offer</Trans>}
      description={<Trans>As {name} will see it</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Back to editing</Trans>
        </Button>
      }
    >
      <OfferDocumentView
        content={content}
        totals={totals}
        currency={offer.currency}
        timeZone={offer.timeZone}
        now={now}
        file={files.of}
      />
    </Dialog>
  )
}
