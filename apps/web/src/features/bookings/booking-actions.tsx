import type { BookingView } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, MessageSquare, Navigation, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { directionsHref, mapAppOf, nextStep, type NextStep } from './model.ts'
import { useMessageCustomer, type useAnswer } from './use-answer.ts'

export interface BookingActionsProps {
  booking: BookingView
  now: Date
  answer: ReturnType<typeof useAnswer>
  /** At the bottom edge of a phone, or in the header of a desk. */
  place: 'bar' | 'header'
}

const SETTLE = 600

/** For a moment after the buttons have changed nothing can be pressed: a second tap was meant for the first ones. */
function useSettling(step: string): boolean {
  const [settled, setSettled] = useState(step)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), SETTLE)
    return () => clearTimeout(timer)
  }, [step])
  return settled !== step
}

/** The next thing to do, in colour; the other one beside it. Only what the server allows. */
export function BookingActions({ booking, now, answer, place }: BookingActionsProps) {
  const [declining, setDeclining] = useState(false)
  const sending = answer.isPending ? answer.variables.answer.action : undefined
  const step: NextStep = sending ?? nextStep(booking, now)
  const settling = useSettling(step)
  const wide = place === 'bar'
  const grow = wide ? 'flex-1' : ''

  return (
    <>
      <div className={clsx('flex gap-3', settling && 'pointer-events-none')}>
        {step === 'accept' && (
          <>
            <DeclineButton className={grow} disabled={sending !== undefined} onClick={() => setDeclining(true)} />
            <Button
              size={wide ? 'lg' : 'md'}
              className={wide ? 'flex-2' : ''}
              busy={sending === 'accept'}
              icon={<Check size={20} aria-hidden="true" />}
              onClick={() => answer.mutate({ booking, answer: { action: 'accept' } })}
            >
              <Trans>Accept</Trans>
            </Button>
          </>
        )}
        {step === 'decline' && (
          <>
            <DeclineButton className={grow} busy={sending === 'decline'} onClick={() => setDeclining(true)} />
            <MessageButton booking={booking} className={grow} />
          </>
        )}
        {step === 'directions' && (
          <>
            <MessageButton booking={booking} quiet className={grow} />
            <DirectionsLink booking={booking} className={grow} />
          </>
        )}
        {step === 'message' && <MessageButton booking={booking} className={grow} />}
      </div>
      <DeclineDialog
        open={declining}
        onClose={() => setDeclining(false)}
        bookingId={booking.id}
        customer={booking.customer.name}
        onDecline={(given) => answer.mutate({ booking, answer: { action: 'decline', ...given } })}
      />
    </>
  )
}

interface ActionProps {
  quiet?: boolean
  className?: string
}

function DeclineButton(props: { className: string; busy?: boolean; disabled?: boolean; onClick: () => void }) {
  return (
    <Button {...props} variant="secondary" icon={<X size={20} aria-hidden="true" />}>
      <Trans>Decline</Trans>
    </Button>
  )
}

/** Opens the conversation with the customer of a booking. */
export function MessageButton({ booking, quiet, className = '' }: ActionProps & { booking: BookingView }) {
  const message = useMessageCustomer()
  return (
    <Button
      variant={quiet ? 'secondary' : 'primary'}
      className={className}
      busy={message.isPending}
      icon={<MessageSquare size={20} aria-hidden="true" />}
      onClick={() => message.mutate({ body: { participantId: booking.customer.id } })}
    >
      <Trans>Message</Trans>
    </Button>
  )
}

/** Opens the map of this device at the address. */
export function DirectionsLink({ booking, quiet, className }: ActionProps & { booking: BookingView }) {
  const app = mapAppOf(navigator.userAgent)
  const href = directionsHref(booking, app)
  if (!href) return null
  return (
    <a
      href={href}
      {...(app !== 'geo' && { target: '_blank', rel: 'noreferrer' })}
      className={buttonClass({ variant: quiet ? 'secondary' : 'primary', className })}
    >
      <Navigation size={20} aria-hidden="true" />
      <Trans>Directions</Trans>
    </a>
  )
}
