import type { BookingAction, BookingView } from '@fettle/protocol/bookings'
import { getSeries } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, Ellipsis, FileDown, Navigation, Pause, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { mapAppOf } from '../../../lib/format/map-links.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { actionLabel } from '../booking-labels.ts'
import type { OfflineActions } from '../offline/use-offline-actions.ts'
import { isWorkTransition, type WorkTransition } from '../offline/offline-actions.ts'
import { MessageButton } from '../../../shared/customers/message-button.tsx'
import { directionsHref, nextStep, otherActions, type BookingNextStep } from '../model.ts'
import { isSheet, type BookingSheetName } from '../sheet-names.ts'
import type { useAnswer } from './use-answer.ts'

export interface BookingActionsProps {
  booking: BookingView
  now: Date
  answer: ReturnType<typeof useAnswer>
  offline: OfflineActions
  onSheet: (sheet: BookingSheetName) => void
  onJobSheet: () => void
  onSendOffer: () => void
  /** Bottom bar of a phone, or header of a large screen. */
  placement: 'bar' | 'header'
}

const SETTLE_MS = 600

/** Disables the buttons for a moment after they have changed: a second tap was meant for the previous ones. */
function useSettling(step: string): boolean {
  const [settled, setSettled] = useState(step)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [step])
  return settled !== step
}

/** Actions that open a sheet first. */
const asks: Partial<Record<BookingAction, BookingSheetName>> = {
  complete: 'complete',
  pause: 'pause',
  withdraw: 'cancel',
}

/** Primary action, secondary action, and a menu with the rest. Only what the server allows. */
export function BookingActions({
  booking,
  now,
  answer,
  offline,
  onSheet,
  onJobSheet,
  onSendOffer,
  placement,
}: BookingActionsProps) {
  // An answer that can still be undone is shown as given.
  const sending = answer.isPending && booking.status === 'REQUESTED' ? answer.variables.answer.action : undefined
  const step: BookingNextStep = sending ?? nextStep(booking, now)
  const settling = useSettling(`${booking.status} ${step}`)
  const canEditSeries = useCanEditSeries(booking)
  const wide = placement === 'bar'
  const grow = wide ? 'min-h-13 min-w-0 flex-auto' : ''

  const act = (action: BookingAction) => {
    if (action === 'accept') return answer.mutate({ booking, answer: { action } })
    if (action === 'send-offer') return onSendOffer()
    // Some customers receive a code that proves who is at the door.
    const sheet = action === 'start' && booking.asksStartCode ? 'start-code' : (asks[action] ?? action)
    if (isSheet(sheet)) onSheet(sheet)
    else if (isWorkTransition(action)) void offline.run(action)
  }
  // The slot has been taken by another job: offer another time.
  const elsewhen = step === 'decline' && booking.slotTaken && booking.allowedActions.includes('reschedule')
  // Beside a long answer, a phone has no room for the icon.
  const declineIcon = wide && elsewhen ? undefined : <X size={20} aria-hidden="true" />
  const besides: BookingAction | undefined = step === 'complete' ? 'pause' : elsewhen ? 'reschedule' : undefined
  const others = otherActions(booking, step).filter((action) => action !== besides)
  return (
    <div className={clsx('flex items-center', wide ? 'gap-2' : 'gap-3', settling && 'pointer-events-none')}>
      {step === 'accept' && booking.seriesId && (
        <Link to={paths.series(booking.seriesId)} className={buttonClass({ className: grow })}>
          <Trans>Answer all visits</Trans>
        </Link>
      )}
      {step === 'accept' && !booking.seriesId && (
        <>
          <Button
            variant="secondary"
            className={grow}
            disabled={sending !== undefined}
            icon={<X size={20} aria-hidden="true" />}
            onClick={() => onSheet('decline')}
          >
            <Trans>Decline</Trans>
          </Button>
          <Main
            wide={wide}
            busy={sending === 'accept'}
            icon={<Check size={20} aria-hidden="true" />}
            onClick={() => act('accept')}
          >
            <Trans>Accept</Trans>
          </Main>
        </>
      )}
      {step === 'decline' && (
        <>
          <Button
            variant="secondary"
            className={grow}
            busy={sending === 'decline'}
            icon={declineIcon}
            onClick={() => onSheet('decline')}
          >
            <Trans>Decline</Trans>
          </Button>
          {elsewhen ? (
            <Main wide={wide} busy={false} onClick={() => onSheet('reschedule')}>
              {wide ? <Trans>Propose a time</Trans> : actionLabel('reschedule')}
            </Main>
          ) : (
            <MessageButton customerId={booking.customer.id} className={grow} />
          )}
        </>
      )}
      {(step === 'start-travel' || step === 'arrive') && (
        <DirectionsLink booking={booking} quiet bare={wide} className={wide ? 'min-h-13' : ''} />
      )}
      {step === 'complete' && booking.allowedActions.includes('pause') && (
        <Button
          variant="secondary"
          className={grow}
          icon={<Pause size={20} aria-hidden="true" />}
          onClick={() => act('pause')}
        >
          {actionLabel('pause')}
        </Button>
      )}
      {step === 'reschedule' && (
        <>
          {booking.allowedActions.includes('decline') ? (
            <Button variant="secondary" className={grow} onClick={() => onSheet('decline')}>
              <Trans>Decline</Trans>
            </Button>
          ) : (
            <MessageButton customerId={booking.customer.id} quiet className={grow} />
          )}
          <Main wide={wide} busy={false} onClick={() => onSheet('reschedule')}>
            {booking.status === 'REQUESTED' ? <Trans>Propose a time</Trans> : <Trans>Find a time</Trans>}
          </Main>
        </>
      )}
      {step === 'rebook' && (
        <>
          <MessageButton customerId={booking.customer.id} quiet className={grow} />
          <Button className={grow} onClick={() => onSheet('rebook')}>
            {actionLabel('rebook')}
          </Button>
        </>
      )}
      {isWorkTransition(step) && (
        <WorkButton step={step} wide={wide} busy={offline.busy === step} onClick={() => act(step)} />
      )}
      {step === 'message' && (
        <>
          <DirectionsLink booking={booking} quiet bare={wide} className={wide ? 'min-h-13' : ''} />
          <MessageButton customerId={booking.customer.id} className={grow} />
        </>
      )}
      <Menu
        label={t`More actions`}
        trigger={(attributes) => (
          <IconButton
            {...attributes}
            label={t`More actions`}
            icon={<Ellipsis size={22} />}
            className={clsx('border border-line-strong', wide && 'size-13')}
          />
        )}
      >
        {others.map((action) => (
          <MenuItem
            key={action}
            onClick={() => act(action)}
            {...((action === 'cancel' || action === 'withdraw') && { className: 'text-danger' })}
          >
            {actionLabel(action)}
          </MenuItem>
        ))}
        {others.length > 0 && <MenuSeparator />}
        {booking.seriesId
          ? canEditSeries && (
              <MenuItem onClick={() => onSheet('series')}>
                <Trans>Edit series</Trans>
              </MenuItem>
            )
          : booking.location.line1 &&
            booking.startAt && (
              <MenuItem onClick={() => onSheet('repeat')}>
                <Trans>Repeat this job</Trans>
              </MenuItem>
            )}
        <MenuItem onClick={onJobSheet} icon={<FileDown size={18} aria-hidden="true" />}>
          <Trans>Job sheet (PDF)</Trans>
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Whether a booking is a visit of a series that has not ended. */
function useCanEditSeries({ seriesId, status }: BookingView): boolean {
  const isVisit = seriesId !== null && status !== 'REQUESTED'
  const { data: series, isError } = useQuery({
    ...queryOf(getSeries, { params: { id: seriesId ?? '' } }),
    enabled: isVisit,
  })
  // The sheet says why it cannot be loaded.
  return isVisit && (series ? series.allowedActions.includes('edit') : isError)
}

interface MainProps {
  wide: boolean
  busy: boolean
  icon?: ReactNode
  onClick: () => void
  children: ReactNode
}

const Main = ({ wide, ...rest }: MainProps) => (
  <Button {...rest} className={wide ? 'min-h-13 min-w-0 flex-[2_1_auto]' : ''} />
)

const WorkButton = ({ step, ...rest }: { step: WorkTransition } & Omit<MainProps, 'children'>) => (
  <Main {...rest}>{actionLabel(step)}</Main>
)

interface DirectionsProps {
  quiet?: boolean
  className?: string
  booking: BookingView
  /** Shows only the icon, where space is short. */
  bare?: boolean
}

/** Opens the address in the device's map app. */
export function DirectionsLink({ booking, quiet, bare, className }: DirectionsProps) {
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
      <span className={bare ? 'sr-only' : ''}>
        <Trans>Directions</Trans>
      </span>
    </a>
  )
}
