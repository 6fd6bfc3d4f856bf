import type { DisputeOutcome, DisputeStatus, DisputeSubjectType, DisputeView } from '@fettle/protocol/disputes'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { msg, t } from '@lingui/core/macro'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { paths } from '../../routing/paths.ts'
import type { Tone } from '../../ui/feedback/status-chip.tsx'

const subjects: Record<DisputeSubjectType, MessageDescriptor> = {
  BOOKING: msg`Booking`,
  CONTRACT: msg`Contract`,
  MILESTONE: msg`Milestone`,
  CANCELLATION: msg`Cancellation`,
  PAYMENT: msg`Payment`,
  REVIEW: msg`Review`,
}
export const subjectLabel = (type: DisputeSubjectType): string => i18n._(subjects[type])

/** Address of the disputed record. */
export function subjectPath({ subject }: Pick<DisputeView, 'subject'>): string | undefined {
  const { type, bookingId, contractId, invoiceId } = subject
  if (type === 'PAYMENT' && invoiceId) return paths.invoice(invoiceId)
  if (type === 'REVIEW') return paths.reviews
  if (contractId && type !== 'BOOKING' && type !== 'CANCELLATION') return paths.contract(contractId)
  return bookingId ? paths.booking(bookingId) : contractId ? paths.contract(contractId) : undefined
}

const states: Record<DisputeStatus, { tone: Tone; label: MessageDescriptor }> = {
  OPEN: { tone: 'accent', label: msg`Awaiting reply` },
  NEGOTIATION: { tone: 'info', label: msg`Negotiating` },
  UNDER_REVIEW: { tone: 'warning', label: msg`With our team` },
  RESOLVED: { tone: 'success', label: msg`Settled` },
  WITHDRAWN: { tone: 'neutral', label: msg`Withdrawn` },
}
export const stateTone = (status: DisputeStatus): { tone: Tone; label: string } => ({
  tone: states[status].tone,
  label: i18n._(states[status].label),
})

type Staged = Pick<DisputeView, 'status' | 'stage' | 'customer' | 'outcome'>

/** Sentence on who has to act. */
export function stageText({ status, stage, customer, outcome }: Staged): string {
  const isMine = stage.awaiting.includes('PROVIDER')
  const isBoth = isMine && stage.awaiting.length > 1
  const { name } = customer
  if (status === 'OPEN') return isMine ? t`Your reply is needed` : t`Waiting for ${name} to reply`
  if (status === 'NEGOTIATION') {
    if (isBoth) return t`You can still agree`
    return isMine ? t`${name} made a proposal` : t`Waiting for ${name} to reply to your proposal`
  }
  if (status === 'UNDER_REVIEW') return t`Our team decides`
  if (status === 'WITHDRAWN') return t`Everything continues as before`
  return outcome?.effectiveAt ? t`Nothing left to do` : t`Final unless one of you appeals`
}

export const outcomeText = ({ by }: Pick<DisputeOutcome, 'by'>): string =>
  by === 'AGREEMENT' ? t`You agreed` : by === 'OPERATOR' ? t`Our team decided` : t`No decision in time`

export function attributionText(
  { attribution }: Pick<DisputeOutcome, 'attribution'>,
  name: string,
): string | undefined {
  if (attribution === null) return undefined
  return attribution === 'NEUTRAL' ? t`Nobody` : attribution === 'PROVIDER' ? t`You` : name
}

const updates: Record<string, MessageDescriptor> = {
  ANSWERED: msg`Answered`,
  EVIDENCE: msg`Evidence added`,
  PROPOSED: msg`Settlement proposed`,
  DECLINED: msg`Proposal declined`,
  WITHDRAWN: msg`Dispute withdrawn`,
  APPEALED: msg`Appealed`,
  NO_ANSWER: msg`No reply in time: our team is reviewing it`,
  NO_AGREEMENT: msg`No agreement in time: our team is reviewing it`,
  ASSIGNED: msg`Our team is reviewing it`,
  EFFECTIVE: msg`The decision stands`,
}

/** Text of a history entry. */
export function eventText({ event, data }: TimelineEntry): string {
  if (event === 'dispute.opened') return t`Dispute opened`
  if (event === 'dispute.resolved') return data['by'] === 'AGREEMENT' ? t`Agreed` : t`Decided`
  const label = updates[String(data['what'])]
  return label ? i18n._(label) : event
}
