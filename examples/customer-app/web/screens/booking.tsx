import { useState, type ReactNode } from 'react'
import {
  acceptMarketplaceBooking,
  acceptMarketplaceProposal,
  cancelMarketplaceBooking,
  confirmMarketplaceBooking,
  declineMarketplaceBooking,
  declineMarketplaceProposal,
  getMarketplaceBooking,
  proposeMarketplaceTimes,
  requestFix,
} from '@fettle/protocol/marketplace/calls'
import { approvePriceAdjustment, declinePriceAdjustment } from '@fettle/protocol/bookings/calls'
import type { Result } from '@fettle/protocol'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney, formatSlot, toWords } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { fileUrl, useSession } from '../lib/session.ts'
import { AskButton } from '../ui/ask-sheet.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { DisputeButton } from '../ui/dispute-button.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { ReviewButton } from '../ui/review-button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { TimeChoice, type Slot } from '../ui/time-choice.tsx'
import { openConversation } from './provider.tsx'

type Booking = Result<typeof getMarketplaceBooking>

/** A job: what was agreed, and what the customer may do now. */
export function BookingPage({ id }: { id: string }): ReactNode {
  const session = useSession()
  const { data: booking, error } = useLoaded(id, () => call(getMarketplaceBooking, { params: { id } }))
  if (!booking) return <Waiting error={error} />
  const { title, status, provider, startAt, endAt, timeZone, price, location, startCode, photos } = booking
  return (
    <Page title={title} back={linkTo('work')} aside={<Chip status={status} />}>
      <Card>
        <Facts
          facts={[
            ['Provider', provider.name],
            ['When', startAt && endAt ? formatSlot({ startAt, endAt }, timeZone) : 'Not agreed yet'],
            ['Where', location.line1 ?? location.city],
            ['Price', price.amount ? formatMoney(price.amount) : 'After the work'],
            ...(startCode ? [['Code to start the work', startCode] as const] : []),
          ]}
        />
        {booking.description && <p className="mt-3 whitespace-pre-line text-muted">{booking.description}</p>}
        <div className="mt-4 flex gap-2 overflow-x-auto empty:hidden">
          {photos.map(({ id, url, caption }) => (
            <img
              key={id}
              src={fileUrl(session, url)}
              alt={caption ?? 'Photo'}
              className="h-28 rounded-xl object-cover"
            />
          ))}
        </div>
      </Card>
      <Proposal booking={booking} />
      <PriceChange booking={booking} />
      <Actions booking={booking} />
      <Card title="What happened">
        <ol className="grid gap-2">
          {booking.timeline.toReversed().map(({ id, event, at, actor }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-3">
              <span>{toWords(event.replace('booking.', ''))}</span>
              <span className="text-muted">
                {actor.name}, {formatMoment(at)}
              </span>
            </li>
          ))}
        </ol>
      </Card>
    </Page>
  )
}

/** Other times that one of the two proposed. */
function Proposal({ booking: { id, pendingProposal: proposal, timeZone } }: { booking: Booking }): ReactNode {
  if (!proposal) return null
  const params = { id, proposalId: proposal.id }
  const isMine = proposal.proposedBy === 'CUSTOMER'
  return (
    <Card title={isMine ? 'You proposed other times' : 'Other times were proposed'}>
      <ul className="mb-3 grid gap-2">
        {proposal.slots.map((slot, slotIndex) => (
          <li key={slot.startAt} className="flex items-center justify-between gap-3">
            {formatSlot(slot, timeZone)}
            {!isMine && (
              <Button onPress={() => call(acceptMarketplaceProposal, { params, body: { slotIndex } })}>
                Take this
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isMine && (
        <Button look="secondary" onPress={() => call(declineMarketplaceProposal, { params, body: {} })}>
          Keep the agreed time
        </Button>
      )}
    </Card>
  )
}

/** Work or a discount that the provider adds to the price, if the customer agrees. */
function PriceChange({ booking: { id, priceAdjustments } }: { booking: Booking }): ReactNode {
  const adjustment = priceAdjustments.find(({ allowedActions }) => allowedActions.includes('approve'))
  if (!adjustment) return null
  const params = { id, adjustmentId: adjustment.id }
  return (
    <Card title={`Price: ${formatMoney(adjustment.total)}`}>
      <p>{adjustment.reason}</p>
      <div className="mt-3 flex gap-2">
        <Button onPress={() => call(approvePriceAdjustment, { params, body: {} })}>Agree</Button>
        <Button look="secondary" onPress={() => call(declinePriceAdjustment, { params, body: {} })}>
          Decline
        </Button>
      </div>
    </Card>
  )
}

const cancelReasons = {
  CHANGED_MIND: 'I changed my mind',
  SCHEDULE_CHANGED: 'The time no longer suits me',
  FOUND_ANOTHER_PROVIDER: 'I found somebody else',
}

/** Buttons for what Fettle allows now: screens never work that out themselves. */
function Actions({ booking }: { booking: Booking }): ReactNode {
  const { id, providerId, allowedActions, status, disputeId } = booking
  const may = (action: (typeof allowedActions)[number]) => allowedActions.includes(action)
  const params = { id }
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {may('accept') && <Button onPress={() => call(acceptMarketplaceBooking, { params, body: {} })}>Accept</Button>}
      {may('confirm') && (
        <Button onPress={() => call(confirmMarketplaceBooking, { params, body: {} })}>The work is done</Button>
      )}
      {status === 'COMPLETED' && <ReviewButton work={{ bookingId: id }} />}
      {may('request-fix') && (
        <AskButton
          title="What is not right?"
          label="Describe it"
          onSend={(note) => call(requestFix, { params, body: { note } })}
        >
          Something is not right
        </AskButton>
      )}
      {may('reschedule') && <TimesButton booking={booking} />}
      <Button look="secondary" onPress={() => openConversation(providerId)}>
        Message
      </Button>
      {disputeId && (
        <ButtonLink href={linkTo('disputes', disputeId)} look="secondary">
          View the dispute
        </ButtonLink>
      )}
      {may('dispute') && <DisputeButton type="BOOKING" id={id} />}
      {may('decline') && (
        <Button
          look="danger"
          onPress={() => call(declineMarketplaceBooking, { params, body: { reasonCode: 'OTHER' } })}
        >
          Decline
        </Button>
      )}
      {(may('cancel') || may('withdraw')) && (
        <AskButton
          look="danger"
          title={may('withdraw') ? 'Withdraw the request?' : 'Cancel this job?'}
          label="Note (optional)"
          reasons={cancelReasons}
          onSend={(note, reason) =>
            call(cancelMarketplaceBooking, { params, body: { reasonCode: reason as keyof typeof cancelReasons, note } })
          }
        >
          {may('withdraw') ? 'Withdraw the request' : 'Cancel the job'}
        </AskButton>
      )}
    </div>
  )
}

/** Proposes up to three other times. */
function TimesButton({ booking: { id, providerId, durationMinutes } }: { booking: Booking }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [slots, setSlots] = useState<Slot[]>([])
  const body = { slots, reasonCode: 'CUSTOMER_REQUESTED' as const }
  const send = () => call(proposeMarketplaceTimes, { params: { id }, body }).then(() => setOpen(false))
  return (
    <>
      <Button look="secondary" onPress={() => setOpen(true)}>
        Propose another time
      </Button>
      {isOpen && (
        <Sheet title="When suits you better?" onClose={() => setOpen(false)}>
          <TimeChoice {...{ providerId, durationMinutes }} chosen={slots} max={3} onChange={setSlots} />
          <Button isDisabled={slots.length === 0} onPress={send}>
            Propose
          </Button>
        </Sheet>
      )}
    </>
  )
}
