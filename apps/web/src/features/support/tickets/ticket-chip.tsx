import { msg } from '@lingui/core/macro'
import { CircleCheck, CircleDot } from 'lucide-react'
import { stateStyle, StatusChip, type StateStyles } from '../../../ui/feedback/status-chip.tsx'

const ticketStates: StateStyles = {
  PENDING: stateStyle('accent', CircleDot, msg`Waiting for you`),
  OPEN: stateStyle('info', CircleDot, msg`With support`),
  RESOLVED: stateStyle('success', CircleCheck, msg`Resolved`),
}

/** Chip of a ticket's status: waiting for the provider is emphasized. */
export const TicketChip = ({ state }: { state: string }) => <StatusChip state={state} own={ticketStates} />
