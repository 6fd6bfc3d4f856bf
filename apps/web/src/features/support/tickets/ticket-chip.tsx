import { t } from '@lingui/core/macro'
import { CircleCheck, CircleDot } from 'lucide-react'
import { Chip, StatusChip } from '../../../ui/feedback/status-chip.tsx'

/** Chip of a ticket's status: waiting for the provider is emphasized. */
export function TicketChip({ state }: { state: string }) {
  if (state === 'PENDING') {
    return (
      <Chip tone="accent" icon={<CircleDot size={14} aria-hidden="true" />}>
        {t`Waiting for you`}
      </Chip>
    )
  }
  if (state === 'OPEN') {
    return (
      <Chip tone="info" icon={<CircleDot size={14} aria-hidden="true" />}>
        {t`With support`}
      </Chip>
    )
  }
  if (state === 'RESOLVED') {
    return (
      <Chip tone="success" icon={<CircleCheck size={14} aria-hidden="true" />}>
        {t`Resolved`}
      </Chip>
    )
  }
  return <StatusChip state={state} />
}
