import { Plural, Trans } from '@lingui/react/macro'
import { CloudUpload, TriangleAlert } from 'lucide-react'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { useBookingMutations } from './use-offline-actions.ts'

/** Badge for a booking with changes that are unsent or were refused. */
export function PendingChip({ id }: { id: string }) {
  const mutations = useBookingMutations(id)
  if (mutations.length === 0) return null
  return mutations.some(({ state }) => state === 'review') ? (
    <Chip tone="danger" icon={<TriangleAlert size={14} aria-hidden="true" />}>
      <Trans>Needs review</Trans>
    </Chip>
  ) : (
    <Chip tone="warning" icon={<CloudUpload size={14} aria-hidden="true" />}>
      <Plural value={mutations.length} one="# change waiting" other="# changes waiting" />
    </Chip>
  )
}
