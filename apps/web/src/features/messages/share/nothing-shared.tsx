import { Trans } from '@lingui/react/macro'
import { ImagePlus } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

/** Empty state: nothing was shared, or everything has been sent. */
export const NothingShared = () => (
  <EmptyState icon={<ImagePlus size={26} />} title={<Trans>No photos are waiting</Trans>}>
    <Trans>
      Install Fettle on your phone, choose photos in your gallery and share them with Fettle: here you say which
      customer or job they belong to.
    </Trans>
  </EmptyState>
)
