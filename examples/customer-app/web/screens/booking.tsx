import type { Result } from '@fettle/protocol'
import { addressText } from '@fettle/protocol/bookings/address'
import { useState, type ReactNode } from 'react'
import type { Operations } from '../../src/operations.ts'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney, formatSlot, toWords } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { fileUrl } from '../lib/session.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { jobState } from '../ui/chip.tsx'
import { DisputeButton } from '../ui/dispute-button.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { Review } from '../ui/review.tsx'
import { SheetButton } from '../ui/sheet.tsx'
import { TimeChoice, type Slot } from '../ui/time-choice.tsx'
import { CancelButton, costOf } from './cancel-job.tsx'
import { openConversation } from './provider.tsx'

type Booking = Result<Operations['getBooking']>

/** Jobs that the provider may still start, with the customer's code. */
const toStart = new Set(['CONFIRMED', 'EN_ROUTE', 'ARRIVED'])

/** A job: what was agreed, and what the customer may do now. */
export function BookingPage({ id }: { id: string }): ReactNode {
  const { data: booking, error } = useLoaded(id, () => call('getBooking', { params: { id } }))
  if (!booking) return <Waiting error={error} />
  const { title, provider, startAt, endAt, timeZone, price, location, timeline } = booking
  const fee = (booking.cancellation ?? booking.noShow)?.fee
  const agreed = booking.priceAdjustments.filter((change) => change.status === 'APPROVED')
  const history = timeline
    .toReversed()
    .map(
      ({ event, at, actor }) =>
        [toWords(event.replace('booking.', '')), `${actor.name}, ${formatMoment(at, timeZone)}`] as const,
    )
  return (
    <Page title={title} back={linkTo('work')} status={jobState(booking)}>
      <Card
        facts={[
          ['Provider', provider.name],
          ['When', startAt && endAt ? formatSlot({ startAt, endAt }, timeZone) : 'Not agreed yet'],
          ['Where', addressText(location)],
          ['Price', priceText(price)],
          ...agreed.map(
            ({ lines, total }) => [lines.map(({ description }) => description).join(', '), formatMoney(total)] as const,
          ),
          ['Fee', fee && costOf(fee)],
          ['Code to start the work', toStart.has(booking.status) ? booking.startCode : null],
        ]}
      >
        {booking.description && <p className="mt-3 whitespace-pre-line text-muted">{booking.description}</p>}
        <div className="mt-4 flex gap-2 overflow-x-auto empty:hidden">
          {booking.photos.map(({ id, url, caption }) => (
            <img key={id} src={fileUrl(url)} alt={caption ?? 'Photo'} className="h-28 rounded-xl object-cover" />
          ))}
        </div>
      </Card>
      {booking.declined && (
        <Card
          title="Why it was declined"
          facts={[
            ['Reason', toWords(booking.declined.reasonCode)],
            ...booking.declined.suggestedSlots.map((slot) => ['Possible', formatSlot(slot, timeZone)] as const),
          ]}
        >
          {booking.declined.note && <p className="mt-3 whitespace-pre-line">{booking.declined.note}</p>}
        </Card>
      )}
      {booking.completion && (
        <Card title="What was done">
          <p className="whitespace-pre-line">{booking.completion.summary}</p>
        </Card>
      )}
      <Proposal booking={booking} />
      <PriceChange booking={booking} />
      <Actions booking={booking} />
      <Card title="What happened" facts={history} />
    </Page>
  )
}

function priceText({ amount, hourlyRate }: Booking['price']): string {
  if (amount) return formatMoney(amount)
  return hourlyRate ? `${formatMoney(hourlyRate)} an hour` : 'After the work'
}

/** Other times that one of the two proposed. */
function Proposal({ booking: { id, pendingProposal: proposal, timeZone } }: { booking: Booking }): ReactNode {
  if (!proposal) return null
  const params = { id, proposalId: proposal.id }
  const isMine = proposal.proposedBy === 'CUSTOMER'
  return (
    <Card title={isMine ? 'You proposed other times' : 'Other times were proposed'}>
      {proposal.note && <p className="mb-3 whitespace-pre-line">{proposal.note}</p>}
      <ul className="mb-3 grid gap-2">
        {proposal.slots.map((slot, slotIndex) => (
          <li key={slot.startAt} className="flex items-center justify-between gap-3">
            {formatSlot(slot, timeZone)}
            {!isMine && <Button onPress={() => call('acceptTimes', { params, body: { slotIndex } })}>Take this</Button>}
          </li>
        ))}
      </ul>
      {!isMine && (
        <Button variant="secondary" onPress={() => call('declineTimes', { params, body: {} })}>
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
  const { lines, total, reason } = adjustment
  const params = { id, adjustmentId: adjustment.id }
  return (
    <Card
      title={`${total.amount < 0 ? 'Discount' : 'Extra work'}: ${formatMoney(total)}`}
      facts={lines.map(({ description, quantity, amount }) => [
        quantity === '1' ? description : `${description} × ${quantity}`,
        formatMoney({ amount, currency: total.currency }),
      ])}
    >
      <p className="mt-3 whitespace-pre-line">{reason}</p>
      <div className="mt-3 flex gap-2">
        <Button onPress={() => call('approvePrice', { params, body: {} })}>Agree</Button>
        <Button variant="secondary" onPress={() => call('declinePrice', { params, body: {} })}>
          Decline
        </Button>
      </div>
    </Card>
  )
}

/** Buttons for what Fettle allows now: screens never work that out themselves. */
function Actions({ booking }: { booking: Booking }): ReactNode {
  const { id, providerId, allowedActions, offerId, status, updatedAt } = booking
  const may = (action: (typeof allowedActions)[number]) => allowedActions.includes(action)
  const params = { id }
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {may('accept') && <Button onPress={() => call('acceptBooking', { params, body: {} })}>Accept</Button>}
      {offerId && status === 'REQUESTED' && <ButtonLink href={linkTo('offers', offerId)}>View the quote</ButtonLink>}
      {may('confirm') && <Button onPress={() => call('confirmBooking', { params, body: {} })}>The work is done</Button>}
      {status === 'COMPLETED' && <Review work={{ bookingId: id }} updatedAt={updatedAt} />}
      {may('request-fix') && (
        <PromptButton title="What is not right?" onSend={(note) => call('requestFix', { params, body: { note } })}>
          Something is not right
        </PromptButton>
      )}
      {may('reschedule') && <TimesButton booking={booking} />}
      <Button variant="secondary" onPress={() => openConversation(providerId)}>
        Message
      </Button>
      <DisputeButton type="BOOKING" subject={booking} />
      {may('decline') && (
        <ConfirmButton
          variant="danger"
          title="Decline this job?"
          text={`We let ${booking.provider.name} know.`}
          confirm="Decline the job"
          onConfirm={() => call('declineBooking', { params, body: { reasonCode: 'OTHER' } })}
        >
          Decline
        </ConfirmButton>
      )}
      {(may('cancel') || may('withdraw')) && <CancelButton id={id} isRequest={may('withdraw')} />}
    </div>
  )
}

/** Proposes up to three other times. */
function TimesButton({ booking: { id, providerId, durationMinutes } }: { booking: Booking }): ReactNode {
  const [slots, setSlots] = useState<Slot[]>([])
  const body = { slots, reasonCode: 'CUSTOMER_REQUESTED' as const }
  const send = async (close: () => void) => {
    await call('proposeTimes', { params: { id }, body })
    setSlots([])
    close()
  }
  return (
    <SheetButton
      variant="secondary"
      title="When suits you better?"
      content={(close) => (
        <>
          <TimeChoice {...{ providerId, durationMinutes }} chosen={slots} onChange={setSlots} />
          <Button isDisabled={slots.length === 0} onPress={() => send(close)}>
            Propose
          </Button>
        </>
      )}
    >
      Propose another time
    </SheetButton>
  )
}
