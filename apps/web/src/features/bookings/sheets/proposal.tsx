import { acceptProposal, declineProposal, withdrawProposal } from '@fettle/protocol/bookings/calls'
import type { BookingDetails } from '@fettle/protocol/bookings'
import type { RescheduleProposal } from '@fettle/protocol/bookings/reschedules'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { slotText } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { mergeConsents, type Consent } from '../../../shared/errors/action-error.ts'
import { ErrorNotice } from '../../../shared/errors/error-notice.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { reasonText } from '../../../lib/format/reason-text.ts'
import { rescheduleReasonLabel } from './reason-labels.ts'

/** Open reschedule proposals, by the customer or to them. */
export function Proposal(props: {
  booking: BookingDetails
  proposal: RescheduleProposal
  now: Date
  onCounter: () => void
}) {
  const { booking, proposal, now, onCounter } = props
  const { timeZone } = booking
  const isFirst = booking.startAt === null
  const [chosen, setChosen] = useState('0')
  const act = useBookingAction(booking)
  const name = booking.customer.name
  const params = { proposalId: proposal.id }
  const may = (action: (typeof proposal.allowedActions)[number]) => proposal.allowedActions.includes(action)
  // Consents of this attempt: after accepting an overlap, another warning may follow.
  const consents = useRef<Consent>({})
  const accept = async (consent?: Consent) => {
    consents.current = consent ? mergeConsents(consents.current, consent) : {}
    const body = { slotIndex: Number(chosen), ...consents.current }
    if (await act.run(acceptProposal, { params, body })) toast.success(isFirst ? t`Time agreed` : t`Rescheduled`)
  }
  const decline = async () => {
    if (await act.run(declineProposal, { params, body: {} })) toast.success(t`Proposed times declined`)
  }
  const withdraw = async () => {
    if (await act.run(withdrawProposal, { params, body: {} })) toast.success(t`Proposed times withdrawn`)
  }
  const texts = proposal.slots.map((slot) => slotText({ ...slot, timeZone }, now))
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="font-semibold">
          {proposal.proposedBy === 'PROVIDER' ? (
            isFirst ? (
              <Trans>You proposed a time</Trans>
            ) : (
              <Trans>You proposed another time</Trans>
            )
          ) : isFirst ? (
            <Trans>{name} proposed a time</Trans>
          ) : (
            <Trans>{name} proposed another time</Trans>
          )}
        </h2>
        <Countdown until={proposal.expiresAt} className="text-sm" />
      </div>
      <p className="text-sm text-text-muted">
        {reasonText(isFirst ? undefined : proposal.reasonCode, proposal.note, rescheduleReasonLabel)}
      </p>
      {may('accept') && texts.length > 1 ? (
        <ChoiceCards
          label={t`Choose a time`}
          name="slot"
          chosen={chosen}
          choices={texts.map((label, index) => ({ value: String(index), label }))}
          onChange={(event) => setChosen(event.target.value)}
        />
      ) : (
        <ul className="grid gap-1 font-medium tabular-nums">
          {texts.map((text) => (
            <li dir="auto" key={text}>
              {text}
            </li>
          ))}
        </ul>
      )}
      {act.error && (
        <ErrorNotice
          error={act.error}
          timeZone={timeZone}
          now={now}
          onConsent={may('accept') ? (consent) => void accept(consent) : undefined}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {may('withdraw') && (
          <TransientButton variant="secondary" busy={act.busy} onClick={() => void withdraw()}>
            <Trans>Withdraw</Trans>
          </TransientButton>
        )}
        {may('decline') && (
          <TransientButton variant="secondary" busy={act.busy} onClick={() => void decline()}>
            {isFirst ? <Trans>None of these</Trans> : <Trans>Keep current time</Trans>}
          </TransientButton>
        )}
        {may('counter') && (
          <Button variant="secondary" onClick={onCounter}>
            <Trans>Propose other times</Trans>
          </Button>
        )}
        {may('accept') && (
          <TransientButton busy={act.busy} onClick={() => void accept()}>
            <Trans>Accept this time</Trans>
          </TransientButton>
        )}
      </div>
    </Card>
  )
}
