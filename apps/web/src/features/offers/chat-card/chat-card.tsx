import type { OfferCard, OfferDetails } from '@fettle/protocol/offers'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { CardFrame } from '../../../shared/cards/card-frame.tsx'
import { LoadableCard } from '../../../shared/cards/loadable-card.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { offerCardQuery, fetchOfferForSheet } from './card-api.ts'
import { cardActions, leadsToWriting, type CardAction } from './card-model.ts'
import { OfferLines, titleOf } from '../list/offer-rows.tsx'
import { Sheets } from '../sheets/sheets.tsx'

const labels: Record<CardAction, MessageDescriptor> = {
  pass: msg`Don't quote`,
  extend: msg`Extend`,
  remind: msg`Remind`,
  convert: msg`Book job`,
}

/** Offer card of a conversation: status, total and actions. */
export const ChatCard = ({ id }: { id: string }) => (
  <LoadableCard
    query={useQuery(offerCardQuery(id))}
    gone={<Trans>This offer no longer exists</Trans>}
    failed={<Trans>We couldn't load the offer.</Trans>}
  >
    {(card) => <LoadedCard card={card} />}
  </LoadableCard>
)

function LoadedCard({ card }: { card: OfferCard }) {
  const now = useNow()
  const client = useQueryClient()
  const [openedSheet, setOpenedSheet] = useState<{ sheet: CardAction; offer: OfferDetails }>()
  const [reading, setReading] = useState<CardAction>()
  const [unread, setUnread] = useState<unknown>()
  const act = (sheet: CardAction) => {
    setUnread(undefined)
    setReading(sheet)
    fetchOfferForSheet(client, card)
      .then((offer) => setOpenedSheet({ sheet, offer }), setUnread)
      .finally(() => setReading(undefined))
  }
  const close = () => {
    setOpenedSheet(undefined)
    void client.invalidateQueries({ queryKey: offerCardQuery(card.id).queryKey })
  }
  const { convertedTo } = card
  return (
    <CardFrame label={titleOf(card)}>
      <Link
        to={paths.offer(card.id)}
        className="-m-2 block rounded-control p-2 transition-colors hover:bg-surface-hover active:bg-surface-hover"
      >
        <OfferLines offer={card} now={now} />
      </Link>
      {unread !== undefined && <FieldError>{errorText(unread, t`We couldn't load the offer.`)}</FieldError>}
      <div className="flex gap-2">
        {cardActions(card).map((action) => (
          <Button
            key={action}
            size="sm"
            variant="secondary"
            className="flex-1"
            busy={reading === action}
            onClick={() => act(action)}
          >
            {i18n._(labels[action])}
          </Button>
        ))}
        {convertedTo ? (
          <Link
            to={convertedTo.type === 'BOOKING' ? paths.booking(convertedTo.id) : paths.contract(convertedTo.id)}
            className={buttonClass({ variant: 'secondary', size: 'sm', className: 'flex-1' })}
          >
            {convertedTo.type === 'BOOKING' ? <Trans>Open the booking</Trans> : <Trans>Open the contract</Trans>}
          </Link>
        ) : (
          <Link
            to={paths.offer(card.id)}
            className={buttonClass({
              variant: leadsToWriting(card) ? 'primary' : 'secondary',
              size: 'sm',
              className: 'flex-1',
            })}
          >
            {leadsToWriting(card) ? <Trans>Edit offer</Trans> : <Trans>Open the offer</Trans>}
          </Link>
        )}
      </div>
      {openedSheet && <Sheets {...openedSheet} now={now} onClose={close} />}
    </CardFrame>
  )
}
