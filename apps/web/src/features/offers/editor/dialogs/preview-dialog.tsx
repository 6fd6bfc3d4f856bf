import { Trans } from '@lingui/react/macro'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { CustomerOffer } from '../../detail/customer-offer.tsx'
import type { LivePreviewProps } from '../live-preview.tsx'

interface PreviewProps extends LivePreviewProps {
  onClose: () => void
}

/** Preview of the offer as the customer will see it. */
export function PreviewDialog({ offer, content, totals, files, now, onClose }: PreviewProps) {
  const { name } = offer.customer
  return (
    <Dialog
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
      <CustomerOffer offer={offer} content={content} totals={totals} now={now} file={files.find} />
    </Dialog>
  )
}
