import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Ban, CircleCheck, Clock, Hourglass, Pause, Send, TriangleAlert, type LucideIcon } from 'lucide-react'
import { Chip, stateLabel, StatusChip, type Tone } from '../../ui/feedback/status-chip.tsx'

type ChipStyle = [tone: Tone, Icon: LucideIcon, label: MessageDescriptor]

/** Chip styles of statuses that only invoices, payments, payouts and ledger entries have; loaded with their screens. */
const chipStyles: Record<string, ChipStyle> = {
  AVAILABLE: ['success', CircleCheck, msg`Available`],
  PAID_OUT: ['neutral', CircleCheck, msg`Paid out`],
  REVERSED: ['neutral', CircleCheck, msg`Settled`],
  PROCESSING: ['info', Send, msg`Sent to bank`],
  PAID: ['success', CircleCheck, msg({ message: 'Paid', context: 'state' })],
  // The languages whose adjectives agree have invoices and payouts of different genders.
  'PAYOUT PAID': ['success', CircleCheck, msg({ message: 'Paid', context: 'payout' })],
  ON_HOLD: ['warning', Pause, msg({ message: 'On hold', context: 'invoice' })],
  FAILED: ['danger', TriangleAlert, msg`Failed`],
  RETURNED: ['danger', TriangleAlert, msg`Returned by bank`],
  ISSUED: ['info', Send, msg`Issued`],
  PARTIALLY_PAID: ['warning', Hourglass, msg`Partly paid`],
  OVERDUE: ['danger', Clock, msg`Overdue`],
  VOID: ['neutral', Ban, msg`Void`],
  PENDING_CONFIRMATION: ['warning', Hourglass, msg`Waiting for the customer`],
  REFUNDED: ['neutral', Ban, msg`Refunded`],
}

/** Label of the status of an invoice or payment, for texts outside of components. */
export function moneyStateLabel(state: string): string {
  const found = chipStyles[state]
  return found ? i18n._(found[2]) : stateLabel(state)
}

/** Status chip of invoices, payments, payouts and ledger entries. */
export function MoneyChip({ state, payout = false }: { state: string; payout?: boolean }) {
  const { _ } = useLingui()
  const found = (payout && chipStyles[`PAYOUT ${state}`]) || chipStyles[state]
  if (!found) return <StatusChip state={state} />
  const [tone, Icon, label] = found
  return (
    <Chip tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      {_(label)}
    </Chip>
  )
}
