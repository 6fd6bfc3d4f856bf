import type { BookingAction, BookingCard as Card, BookingDetails } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { BookingCard } from '../../../shared/bookings/booking-card.tsx'
import { CardFrame } from '../../../shared/cards/card-frame.tsx'
import { LoadableCard } from '../../../shared/cards/loadable-card.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { usePendingStatus } from '../../../ui/feedback/undo.ts'
import { actionLabel } from '../booking-labels.ts'
import { acceptWithConsent } from '../api.ts'
import { bookingCardQuery, fetchBookingForSheet, showCard } from './card-api.ts'
import { cardActions, sheetOf } from './card-model.ts'
import { isWorkTransition } from '../offline/offline-actions.ts'
import { hasCode } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../shared/errors/error-notice.tsx'
import type { BookingSheetName } from '../sheet-names.ts'
import { useAnswer } from '../detail/use-answer.ts'
import { useOfflineActions } from '../offline/use-offline-actions.ts'
import { OtherJobRefusal } from '../detail/other-job-refusal.tsx'
import { SlotConflicts } from '../detail/slot-taken.tsx'
import { Sheets } from '../sheets/sheets.tsx'

/** Booking card of a conversation: status, deadline and actions. */
export const ChatCard = ({ id }: { id: string }) => (
  <LoadableCard
    query={useQuery(bookingCardQuery(id))}
    gone={<Trans>This booking is no longer available</Trans>}
    failed={<Trans>We couldn't load the booking.</Trans>}
  >
    {(card) => <AnsweredCard card={card} />}
  </LoadableCard>
)

/** The card as it is, or with an answer that can still be undone. */
function AnsweredCard({ card }: { card: Card }) {
  const pendingStatus = usePendingStatus(card.id)
  const answeredCard = { ...card, status: pendingStatus as Card['status'], allowedActions: [] }
  return <LoadedCard card={pendingStatus ? answeredCard : card} />
}

function LoadedCard({ card }: { card: Card }) {
  const now = useNow()
  const client = useQueryClient()
  const { act, isBusy, error, answer, offline, openedSheet, isAsking, close } = useCardActions(card)
  const actions = cardActions(card, now)
  const reload = () => void client.invalidateQueries({ queryKey: bookingCardQuery(card.id).queryKey })
  return (
    <CardFrame label={card.title}>
      <Link
        to={paths.booking(card.id)}
        className="-m-2 block rounded-control p-2 transition-colors hover:bg-surface-hover active:bg-surface-hover"
      >
        <BookingCard booking={card} now={now} />
        <State card={card} onOver={reload} />
      </Link>
      {card.status === 'REQUESTED' && card.slotTaken && (
        // Outside the card's link, because the conflicts contain links.
        <div className="text-sm text-warning">
          <SlotConflicts booking={card} now={now} />
        </div>
      )}
      {error !== undefined && error !== null && (
        <ErrorNotice
          error={error}
          timeZone={card.timeZone}
          now={now}
          onConsent={
            answer.error && answer.variables
              ? (consent) =>
                  answer.mutate({
                    booking: answer.variables.booking,
                    answer: acceptWithConsent(answer.variables.answer, consent),
                  })
              : undefined
          }
        />
      )}
      <div className="flex gap-2">
        {actions.map((action) => (
          <Button
            key={action}
            size="sm"
            variant="secondary"
            className="flex-1"
            busy={isBusy(action)}
            onClick={() => act(action)}
          >
            {action === 'decline' ? (
              <Trans>Decline</Trans>
            ) : action === 'accept' ? (
              <Trans>Accept</Trans>
            ) : (
              actionLabel(action)
            )}
          </Button>
        ))}
        {actions.length === 0 && (
          <Link to={paths.booking(card.id)} className={buttonClass({ variant: 'secondary', size: 'sm', wide: true })}>
            {card.pendingProposal?.allowedActions.includes('accept') ? (
              <Trans>View new times</Trans>
            ) : (
              <Trans>Open the booking</Trans>
            )}
          </Link>
        )}
      </div>
      {isAsking && <OtherJobRefusal offline={offline} />}
      {openedSheet && <Sheets {...openedSheet} offline={offline} answer={answer} now={now} onClose={close} />}
    </CardFrame>
  )
}

/** An extra line with what the status does not say. */
function State({ card, onOver }: { card: Card; onOver: () => void }) {
  const { status, slotTaken, pendingProposal, autoConfirmAt } = card
  if (status === 'REQUESTED' && slotTaken)
    return (
      <p className="mt-1 text-sm font-medium text-warning">
        <Trans>This time isn't free</Trans>
      </p>
    )
  if (pendingProposal?.allowedActions.includes('accept'))
    return (
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm font-medium">
        <Trans>New time proposed</Trans> <Countdown until={pendingProposal.expiresAt} onOver={onOver} />
      </p>
    )
  if (status === 'AWAITING_CONFIRMATION' && autoConfirmAt)
    return (
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-text-muted">
        <Trans>Confirmed automatically</Trans> <Countdown until={autoConfirmAt} over={t`now`} onOver={onOver} />
      </p>
    )
  return null
}

/** Runs a card's action, at once or after the sheet that the booking's page shows too. */
function useCardActions(card: Card) {
  const client = useQueryClient()
  const answer = useAnswer()
  const offline = useOfflineActions(card.id)
  const [openedSheet, setOpenedSheet] = useState<{ sheet: BookingSheetName; booking: BookingDetails }>()
  const [reading, setReading] = useState<BookingAction>()
  const [unread, setUnread] = useState<unknown>()

  const act = (action: BookingAction) => {
    setUnread(undefined)
    answer.reset()
    offline.forget()
    const sheet = sheetOf(action, card)
    if (!sheet && isWorkTransition(action)) return void offline.run(action)
    setReading(action)
    fetchBookingForSheet(client, card)
      .then((booking) => {
        if (sheet) setOpenedSheet({ sheet, booking })
        else if (action === 'accept')
          answer.mutate(
            { booking, answer: { action } },
            {
              onSuccess: (after) => showCard(client, after ?? booking),
              onError: () => void client.invalidateQueries({ queryKey: bookingCardQuery(card.id).queryKey }),
            },
          )
      }, setUnread)
      .finally(() => setReading(undefined))
  }
  // The entered code is sent with the consent.
  const isAsking = hasCode(offline.failed?.error, 'JOB_IN_PROGRESS')
  useEffect(() => {
    if (isAsking) setOpenedSheet(undefined)
  }, [isAsking])
  const sending = answer.isPending && card.status === 'REQUESTED' ? answer.variables.answer.action : undefined
  return {
    act,
    answer,
    offline,
    openedSheet,
    isAsking,
    close: () => setOpenedSheet(undefined),
    isBusy: (action: BookingAction) =>
      action === (reading ?? sending) || (isWorkTransition(action) && offline.isSending(action)),
    error: unread ?? answer.error ?? (openedSheet || isAsking ? undefined : offline.failed?.error),
  }
}
