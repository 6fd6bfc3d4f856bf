import { msg } from '@lingui/core/macro'
import { Ban, CircleCheck, CircleDot, Hourglass } from 'lucide-react'
import { stateLabel, stateStyle, StatusChip, type StateStyles } from '../../ui/feedback/status-chip.tsx'

/** Statuses that only contracts and milestones have, or that differ for them. */
const contractStates: StateStyles = {
  PENDING_SIGNATURES: stateStyle('warning', Hourglass, msg`Awaiting signature`),
  SUBMITTED: stateStyle('warning', Hourglass, msg`Submitted`),
  TERMINATED: stateStyle('neutral', Ban, msg`Ended early`),
  VOIDED: stateStyle('neutral', Ban, msg`Contract cancelled`),
  PAID: stateStyle('success', CircleCheck, msg({ message: 'Paid', context: 'state' })),
}

const milestoneStates: StateStyles = {
  ...contractStates,
  PENDING: stateStyle('neutral', CircleDot, msg`Not started`),
  APPROVED: stateStyle('success', CircleCheck, msg({ message: 'Approved', context: 'milestone' })),
  CANCELLED: stateStyle('neutral', Ban, msg`Cancelled`),
}

/** Label of the status of a contract, for texts outside of components. */
export const contractStateLabel = (state: string): string => stateLabel(state, contractStates)

/** Status chip of a contract or milestone. */
export const ContractChip = ({ state, milestone }: { state: string; milestone?: boolean }) => (
  <StatusChip state={state} own={milestone ? milestoneStates : contractStates} />
)
