import { msg } from '@lingui/core/macro'
import { Ban, CircleCheck, Clock, Hourglass, Pause, Send, TriangleAlert } from 'lucide-react'
import { stateLabel, stateStyle, StatusChip, type StateStyles } from '../../ui/feedback/status-chip.tsx'

/** Statuses that only invoices, payments, payouts and ledger entries have; loaded with their screens. */
const moneyStates: StateStyles = {
  AVAILABLE: stateStyle('success', CircleCheck, msg`Available`),
  PAID_OUT: stateStyle('neutral', CircleCheck, msg`Paid out`),
  REVERSED: stateStyle('neutral', CircleCheck, msg`Settled`),
  PROCESSING: stateStyle('info', Send, msg`Sent to bank`),
  PAID: stateStyle('success', CircleCheck, msg({ message: 'Paid', context: 'state' })),
  ON_HOLD: stateStyle('warning', Pause, msg({ message: 'On hold', context: 'invoice' })),
  FAILED: stateStyle('danger', TriangleAlert, msg`Failed`),
  RETURNED: stateStyle('danger', TriangleAlert, msg`Returned by bank`),
  ISSUED: stateStyle('info', Send, msg`Issued`),
  PARTIALLY_PAID: stateStyle('warning', Hourglass, msg`Partly paid`),
  OVERDUE: stateStyle('danger', Clock, msg`Overdue`),
  VOID: stateStyle('neutral', Ban, msg`Void`),
  PENDING_CONFIRMATION: stateStyle('warning', Hourglass, msg`Waiting for the customer`),
  REFUNDED: stateStyle('neutral', Ban, msg`Refunded`),
}

// The languages whose adjectives agree have invoices and payouts of different genders.
const payoutStates: StateStyles = {
  ...moneyStates,
  PAID: stateStyle('success', CircleCheck, msg({ message: 'Paid', context: 'payout' })),
}

/** Label of the status of an invoice or payment, for texts outside of components. */
export const moneyStateLabel = (state: string): string => stateLabel(state, moneyStates)

/** Status chip of invoices, payments, payouts and ledger entries. */
export const MoneyChip = ({ state, payout }: { state: string; payout?: boolean }) => (
  <StatusChip state={state} own={payout ? payoutStates : moneyStates} />
)
