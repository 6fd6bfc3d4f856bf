import type { BookingAction, BookingSummary, BookingView } from '@fettle/protocol/bookings'
import { getJobSheet, getSeries } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, Ellipsis, Navigation, Pause, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { download } from '../../../lib/http/download.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { directionsLink } from '../../../lib/format/map-links.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { useSettling } from '../../../ui/use-settling.ts'
import { actionLabel } from '../booking-labels.ts'
import type { OfflineActions } from '../offline/use-offline-actions.ts'
import { isWorkTransition, type WorkTransition } from '../offline/offline-actions.ts'
import { MessageButton } from '../../../shared/customers/message-button.tsx'
import { destinationOf } from '../booking-address.ts'
import { nextStep, otherActions, type BookingNextStep } from '../next-step.ts'
import { isSheet, type BookingSheetName } from '../sheet-names.ts'
import type { useAnswer } from './use-answer.ts'
import { useSendOffer } from './use-send-offer.ts'

export interface BookingActionsProps {
  booking: BookingView
  now: Date
  answer: ReturnType<typeof useAnswer>
  offline: OfflineActions
  onSheet: (sheet: BookingSheetName) => void
  /** Bottom bar of a phone, or header of a large screen. */
  placement: 'bar' | 'header'
}

/** With large text, the buttons of a phone's bar wrap and are no higher than their text. */
const largeTextClass =
  'gap-2 @max-[17rem]:flex-wrap @max-[17rem]:*:h-auto @max-[17rem]:*:min-h-[44px] @max-[17rem]:*:w-auto @max-[17rem]:*:min-w-[44px] @max-[17rem]:*:flex-auto'

/** Actions that open a sheet first. */
const sheetOf: Partial<Record<BookingAction, BookingSheetName>> = {
  complete: 'complete',
  pause: 'pause',
  withdraw: 'cancel',
}

/** Primary action, secondary action, and a menu with the rest. Only what the server allows. */
export function BookingActions(props: BookingActionsProps) {
  const { booking, now, answer, offline, onSheet, placement } = props
  const offer = useSendOffer(booking)
  // An answer that can still be undone is shown as given.
  const sending = answer.isPending && booking.status === 'REQUESTED' ? answer.variables.answer.action : undefined
  const step: BookingNextStep = sending ?? nextStep(booking, now)
  const isSettling = useSettling(`${booking.status} ${step}`)
  const wide = placement === 'bar'
  const may = (action: BookingAction) => booking.allowedActions.includes(action)

  const act = (action: BookingAction) => {
    if (action === 'accept') return answer.mutate({ booking, answer: { action } })
    if (action === 'send-offer') return offer.mutate()
    // Some customers receive a code that proves who is at the door.
    const sheet = action === 'start' && booking.asksStartCode ? 'start-code' : (sheetOf[action] ?? action)
    if (isSheet(sheet)) onSheet(sheet)
    else if (isWorkTransition(action)) void offline.run(action)
  }
  const secondary = step === 'complete' ? 'pause' : offersOtherTime(booking, step) ? 'reschedule' : undefined
  const buttons = { booking, wide, may, act }
  return (
    <div className={clsx('flex items-center', wide ? largeTextClass : 'gap-3', isSettling && 'pointer-events-none')}>
      {step === 'accept' && <AcceptButtons {...buttons} isAccepting={sending === 'accept'} />}
      {step === 'decline' && <DeclineButtons {...buttons} isDeclining={sending === 'decline'} />}
      {step === 'reschedule' && <RescheduleButtons {...buttons} />}
      {step === 'rebook' && (
        <>
          <MessageButton customerId={booking.customer.id} quiet className={growClass(wide)} />
          <Button className={growClass(wide)} onClick={() => act('rebook')}>
            {actionLabel('rebook')}
          </Button>
        </>
      )}
      {isWorkTransition(step) && <WorkButtons {...buttons} step={step} isSending={offline.isSending(step)} />}
      {step === 'message' && (
        <>
          <DirectionsLink booking={booking} bare={wide} className={wide ? 'min-h-13' : ''} />
          <MessageButton customerId={booking.customer.id} className={growClass(wide)} />
        </>
      )}
      <MoreMenu
        booking={booking}
        wide={wide}
        actions={otherActions(booking, step).filter((action) => action !== secondary)}
        act={act}
        onSheet={onSheet}
      />
    </div>
  )
}

/** Whether a request can no longer be accepted, because another job took its time, but another time can be offered. */
const offersOtherTime = ({ slotTaken, allowedActions }: BookingView, step: BookingNextStep): boolean =>
  step === 'decline' && slotTaken && allowedActions.includes('reschedule')

/** Buttons share the width of a phone's bar. */
const growClass = (wide: boolean) => (wide ? 'min-h-13 min-w-0 flex-auto' : '')

interface StepButtonsProps {
  booking: BookingView
  wide: boolean
  may: (action: BookingAction) => boolean
  act: (action: BookingAction) => void
}

function AcceptButtons({ booking, wide, act, isAccepting }: StepButtonsProps & { isAccepting: boolean }) {
  if (booking.seriesId) {
    return (
      <Link to={paths.series(booking.seriesId)} className={buttonClass({ className: growClass(wide) })}>
        <Trans>Answer all visits</Trans>
      </Link>
    )
  }
  return (
    <>
      <Button
        variant="secondary"
        className={growClass(wide)}
        disabled={isAccepting}
        icon={<X size={20} aria-hidden="true" />}
        onClick={() => act('decline')}
      >
        <Trans>Decline</Trans>
      </Button>
      <PrimaryButton
        wide={wide}
        busy={isAccepting}
        icon={<Check size={20} aria-hidden="true" />}
        onClick={() => act('accept')}
      >
        <Trans>Accept</Trans>
      </PrimaryButton>
    </>
  )
}

function DeclineButtons({ booking, wide, act, isDeclining }: StepButtonsProps & { isDeclining: boolean }) {
  const isOtherTimeOffered = offersOtherTime(booking, 'decline')
  // Beside a long answer, a phone has no room for the icon.
  const icon = wide && isOtherTimeOffered ? undefined : <X size={20} aria-hidden="true" />
  return (
    <>
      <Button
        variant="secondary"
        className={growClass(wide)}
        busy={isDeclining}
        icon={icon}
        onClick={() => act('decline')}
      >
        <Trans>Decline</Trans>
      </Button>
      {isOtherTimeOffered ? (
        <PrimaryButton wide={wide} busy={false} onClick={() => act('reschedule')}>
          {wide ? <Trans>Propose a time</Trans> : actionLabel('reschedule')}
        </PrimaryButton>
      ) : (
        <MessageButton customerId={booking.customer.id} className={growClass(wide)} />
      )}
    </>
  )
}

function RescheduleButtons({ booking, wide, may, act }: StepButtonsProps) {
  return (
    <>
      {may('decline') ? (
        <Button variant="secondary" className={growClass(wide)} onClick={() => act('decline')}>
          <Trans>Decline</Trans>
        </Button>
      ) : (
        <MessageButton customerId={booking.customer.id} quiet className={growClass(wide)} />
      )}
      <PrimaryButton wide={wide} busy={false} onClick={() => act('reschedule')}>
        {booking.status === 'REQUESTED' ? <Trans>Propose a time</Trans> : <Trans>Find a time</Trans>}
      </PrimaryButton>
    </>
  )
}

/** The next step of the work, with directions on the way there and a pause during it. */
function WorkButtons(props: StepButtonsProps & { step: WorkTransition; isSending: boolean }) {
  const { booking, wide, may, act, step, isSending } = props
  return (
    <>
      {(step === 'start-travel' || step === 'arrive') && (
        <DirectionsLink booking={booking} bare={wide} className={wide ? 'min-h-13' : ''} />
      )}
      {step === 'complete' && may('pause') && (
        <Button
          variant="secondary"
          className={growClass(wide)}
          icon={<Pause size={20} aria-hidden="true" />}
          onClick={() => act('pause')}
        >
          {actionLabel('pause')}
        </Button>
      )}
      <PrimaryButton wide={wide} busy={isSending} onClick={() => act(step)}>
        {actionLabel(step)}
      </PrimaryButton>
    </>
  )
}

interface MoreMenuProps {
  booking: BookingView
  wide: boolean
  actions: readonly BookingAction[]
  act: (action: BookingAction) => void
  onSheet: (sheet: BookingSheetName) => void
}

function MoreMenu({ booking, wide, actions, act, onSheet }: MoreMenuProps) {
  const canEditSeries = useCanEditSeries(booking)
  const canRepeat = !booking.seriesId && booking.location.line1 && booking.startAt
  return (
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
      {actions.map((action) => (
        <MenuItem
          key={action}
          onClick={() => act(action)}
          {...((action === 'cancel' || action === 'withdraw') && { className: 'text-danger' })}
        >
          {actionLabel(action)}
        </MenuItem>
      ))}
      {actions.length > 0 && <MenuSeparator />}
      {canEditSeries && (
        <MenuItem onClick={() => onSheet('series')}>
          <Trans>Edit series</Trans>
        </MenuItem>
      )}
      {canRepeat && (
        <MenuItem onClick={() => onSheet('repeat')}>
          <Trans>Repeat this job</Trans>
        </MenuItem>
      )}
      <MenuItem onClick={() => void saveJobSheet(booking)}>
        <Trans>Job sheet (PDF)</Trans>
      </MenuItem>
    </Menu>
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

interface PrimaryButtonProps {
  wide: boolean
  busy: boolean
  icon?: ReactNode
  onClick: () => void
  children: ReactNode
}

const PrimaryButton = ({ wide, ...rest }: PrimaryButtonProps) => (
  <Button {...rest} className={wide ? 'min-h-13 min-w-0 flex-[2_1_auto]' : ''} />
)

interface DirectionsProps {
  booking: BookingView
  className: string
  /** Shows only the icon, where space is short. */
  bare?: boolean
}

/** Opens the address in the device's map app. */
export function DirectionsLink({ booking, bare, className }: DirectionsProps) {
  const destination = destinationOf(booking)
  if (!destination) return null
  return (
    <a {...directionsLink(destination)} className={buttonClass({ variant: 'secondary', className })}>
      <Navigation size={20} aria-hidden="true" />
      <span className={bare ? 'sr-only' : ''}>
        <Trans>Directions</Trans>
      </span>
    </a>
  )
}

const saveJobSheet = ({ id, reference }: BookingSummary): Promise<unknown> =>
  download(getJobSheet, { params: { id } }, `${reference}.pdf`).catch((error: unknown) =>
    toast.error(errorText(error, t`We couldn't create the job sheet.`)),
  )
