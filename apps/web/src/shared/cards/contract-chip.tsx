import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Ban, CircleCheck, CircleDot, Hourglass, type LucideIcon } from 'lucide-react'
import { Chip, stateLabel, StatusChip, type Tone } from '../../ui/feedback/status-chip.tsx'

type ChipStyle = [tone: Tone, Icon: LucideIcon, label: MessageDescriptor]

/** Chip styles of statuses that only contracts and milestones have, or that differ for them. */
const chipStyles: Record<string, ChipStyle> = {
  PENDING_SIGNATURES: ['warning', Hourglass, msg`Awaiting signature`],
  SUBMITTED: ['warning', Hourglass, msg`Submitted`],
  TERMINATED: ['neutral', Ban, msg`Ended early`],
  VOIDED: ['neutral', Ban, msg`Contract cancelled`],
  PAID: ['success', CircleCheck, msg({ message: 'Paid', context: 'state' })],
  'MILESTONE PENDING': ['neutral', CircleDot, msg`Not started`],
  'MILESTONE APPROVED': ['success', CircleCheck, msg({ message: 'Approved', context: 'milestone' })],
  'MILESTONE CANCELLED': ['neutral', Ban, msg`Cancelled`],
}

/** Label of the status of a contract, for texts outside of components. */
export function contractStateLabel(state: string): string {
  const found = chipStyles[state]
  return found ? i18n._(found[2]) : stateLabel(state)
}

/** Status chip of a contract or milestone. */
export function ContractChip({ state, milestone = false }: { state: string; milestone?: boolean }) {
  const { _ } = useLingui()
  const found = (milestone && chipStyles[`MILESTONE ${state}`]) || chipStyles[state]
  if (!found) return <StatusChip state={state} />
  const [tone, Icon, label] = found
  return (
    <Chip tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      {_(label)}
    </Chip>
  )
}
