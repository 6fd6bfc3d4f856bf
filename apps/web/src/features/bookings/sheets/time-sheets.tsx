import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { proposeTimes, rebookBooking, reportLate } from '@fettle/protocol/bookings/calls'
import type { RescheduleReason } from '@fettle/protocol/bookings/reschedules'
import { rescheduleReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import { momentText } from '../../../lib/format/dates.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Consent } from '../../../shared/errors/action-error.ts'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { BookingSheet, type BookingSheetProps } from './form-sheet.tsx'
import { NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'
import { rescheduleReasonLabel } from './reason-labels.ts'
import {
  isCompleteSlot,
  slotDraft,
  SlotField,
  slotOf,
  slotOfBooking,
  type SlotDraft,
  useFreeSlot,
} from '../../../shared/bookings/slot-field.tsx'

const MAX_SLOTS = 3
/** From a longer delay than this after the arrival window on, a customer cancels free of charge. */
const FREE_AFTER_MINUTES = 60

/** The same time one day later, or tomorrow when that has passed. */
function nextDay({ booking, now }: BookingSheetProps): SlotDraft {
  const current = slotOfBooking(booking, now)
  if (booking.startAt === null) return current
  const today = wallTime(now, booking.timeZone).day
  return { ...current, day: addDays(current.day > today ? current.day : today, 1) }
}

/** A time to propose, with a key that stays while others are removed. */
type SlotRow = SlotDraft & { key: string }
const newRow = (slot: SlotDraft): SlotRow => ({ ...slot, key: randomId() })

interface RescheduleForm {
  reason: RescheduleReason | ''
  note: string
  /** Missing until a time is changed. */
  slots?: SlotRow[]
}

/** Proposes up to three other times; counters the customer's proposal where there is one. */
export function RescheduleSheet(props: BookingSheetProps & { slot?: SlotDraft }) {
  const { booking, now, onClose } = props
  const [initialSlot] = useState(() => props.slot ?? nextDay(props))
  const free = useFreeSlot(initialSlot, { timeZone: booking.timeZone, bookingId: booking.id, enabled: !props.slot })
  const { form, change, clearDraft } = useDraft<RescheduleForm>(`reschedule:${booking.id}`, { reason: '', note: '' })
  // The time with which the sheet was opened takes precedence over the draft.
  const [isInitial, setInitial] = useState(props.slot !== undefined)
  const slots = (isInitial ? undefined : form.slots) ?? [{ ...free, key: '' }]
  const setSlots = (next: SlotRow[]) => {
    setInitial(false)
    change({ slots: next })
  }
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  const name = booking.customer.name
  const isFirst = booking.startAt === null
  // A first time needs no reason.
  const reason = isFirst ? 'OTHER' : form.reason

  const submit = async (consent: Consent = {}) => {
    setSubmitted(true)
    if (reason === '' || !slots.every(isCompleteSlot)) return
    const note = form.note.trim()
    const body = {
      version: booking.version,
      slots: slots.map((slot) => slotOf(slot, booking.timeZone)),
      reasonCode: reason,
      ...(note && { note }),
      ...consent,
    }
    if (!(await act.run(proposeTimes, { body }))) return
    clearDraft()
    onClose()
    toast.success(t`Times proposed`, {
      body: isFirst
        ? t`We've asked ${name} to confirm.`
        : t`We've asked ${name}. The current time stays until they agree.`,
    })
  }
  const remove = (key: string, button: HTMLElement) => {
    // The last one left has no button.
    focusBeside(button.closest('li'), slots.length > 2 ? 'button' : 'select')
    setSlots(slots.filter((slot) => slot.key !== key))
  }
  return (
    <BookingSheet
      title={isFirst ? <Trans>Propose a time</Trans> : <Trans>Propose another time</Trans>}
      description={isFirst ? undefined : <Trans>The current time stays until {name} agrees.</Trans>}
      submit={<Trans>Propose</Trans>}
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={(consent) => void submit(consent)}
      onSlot={(slot) => setSlots([newRow(slotDraft(slot.startAt, slot.endAt, booking.timeZone))])}
      consents
    >
      <ol className="grid gap-5">
        {slots.map((slot, index) => (
          <li key={slot.key} className="grid gap-2">
            {slots.length > 1 && (
              <div className="flex items-center justify-between">
                <h3 className="text-sm font-semibold">
                  <Trans>Time {index + 1}</Trans>
                </h3>
                <IconButton
                  label={t`Remove time ${index + 1}`}
                  icon={<X size={18} />}
                  onClick={({ currentTarget }) => remove(slot.key, currentTarget)}
                />
              </div>
            )}
            <SlotField
              value={slot}
              onChange={(next) =>
                setSlots(slots.map((other) => (other.key === slot.key ? { ...next, key: slot.key } : other)))
              }
              timeZone={booking.timeZone}
              now={now}
              bookingId={booking.id}
              error={isSubmitted && !isCompleteSlot(slot) ? t`Enter a day and a time.` : undefined}
            />
          </li>
        ))}
      </ol>
      {slots.length < MAX_SLOTS && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => {
            const last = slots.at(-1) ?? nextDay(props)
            setSlots([...slots, newRow({ ...last, day: addDays(last.day, 1) })])
          }}
        >
          <Trans>Add another option</Trans>
        </Button>
      )}
      {!isFirst && (
        <ReasonField<RescheduleReason>
          reasons={rescheduleReasons}
          label={rescheduleReasonLabel}
          value={form.reason}
          onChange={(chosen) => change({ reason: chosen })}
          error={isSubmitted && reason === ''}
        />
      )}
      <NoteField maxLength={500} value={form.note} onChange={(note) => change({ note })} />
    </BookingSheet>
  )
}

const delays = ['15', '30', '45', '60', '90', '120'] as const
type Delay = (typeof delays)[number]
const lateReasons = ['TRAFFIC', 'PREVIOUS_JOB', 'VEHICLE', 'MATERIALS', 'OTHER'] as const

const lateReasonLabel = (reason: (typeof lateReasons)[number]): string => {
  switch (reason) {
    case 'TRAFFIC':
      return t`Traffic`
    case 'PREVIOUS_JOB':
      return t`Previous job ran over`
    case 'VEHICLE':
      return t`Vehicle trouble`
    case 'MATERIALS':
      return t`Materials`
    case 'OTHER':
      return t`Something else`
  }
}

/** Tells the customer about a delay. */
export function LateSheet({ booking, now, onClose }: BookingSheetProps) {
  const [delay, setDelay] = useState<Delay>('15')
  const [reason, setReason] = useState<(typeof lateReasons)[number]>('TRAFFIC')
  const act = useBookingAction(booking)
  const startAt = booking.startAt === null ? now.getTime() : Date.parse(booking.startAt)
  const eta = Math.max(startAt, now.getTime()) + Number(delay) * MINUTE_MS
  const etaAt = new Date(eta).toISOString()
  const isFree = eta - startAt > (booking.arrivalWindowMinutes + FREE_AFTER_MINUTES) * MINUTE_MS
  const submit = async () => {
    const body = { version: booking.version, etaAt, reasonCode: reason }
    if (!(await act.run(reportLate, { body }))) return
    onClose()
    toast.success(t`We've let the customer know.`)
  }
  const there = momentText(etaAt, booking.timeZone, now)
  return (
    <BookingSheet
      title={<Trans>Running late</Trans>}
      description={
        isFree ? <Trans>If you're more than an hour late, the customer can cancel for free.</Trans> : undefined
      }
      submit={<Trans>Notify customer</Trans>}
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    >
      <ChoiceCards<Delay>
        label={t`Delay`}
        name="delay"
        chosen={delay}
        className="grid-cols-2"
        choices={delays.map((minutes) => ({ value: minutes, label: t`${minutes} min` }))}
        onChange={(event) => setDelay(event.target.value as Delay)}
      />
      <p className="text-sm text-text-muted">
        <Trans>New arrival time: {there}</Trans>
      </p>
      <SelectField
        label={t`Reason`}
        value={reason}
        onChange={(event) => setReason(event.target.value as (typeof lateReasons)[number])}
      >
        {lateReasons.map((name) => (
          <option key={name} value={name}>
            {lateReasonLabel(name)}
          </option>
        ))}
      </SelectField>
    </BookingSheet>
  )
}

/** Proposes the same job again to the same customer. */
export function RebookSheet(props: BookingSheetProps) {
  const { booking, now, onClose } = props
  const [initialSlot] = useState(() => nextDay(props))
  const free = useFreeSlot(initialSlot, { timeZone: booking.timeZone, bookingId: booking.id })
  const { form, change, clearDraft } = useDraft<{ slot?: SlotDraft }>(`rebook:${booking.id}`, {})
  const { slot = free } = form
  const setSlot = (next: SlotDraft) => change({ slot: next })
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  const submit = async (consent: Consent = {}) => {
    setSubmitted(true)
    if (!isCompleteSlot(slot)) return
    const { startAt } = slotOf(slot, booking.timeZone)
    if (!(await act.run(rebookBooking, { body: { startAt, durationMinutes: slot.minutes, ...consent } }))) return
    clearDraft()
    onClose()
    const name = booking.customer.name
    toast.success(t`Booking proposed`, { body: t`We've asked ${name} to confirm.` })
  }
  return (
    <BookingSheet
      title={<Trans>Book again</Trans>}
      submit={<Trans>Propose</Trans>}
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={(consent) => void submit(consent)}
      onSlot={({ startAt, endAt }) => setSlot(slotDraft(startAt, endAt, booking.timeZone))}
      consents
    >
      <SlotField
        value={slot}
        onChange={setSlot}
        timeZone={booking.timeZone}
        now={now}
        error={isSubmitted && !isCompleteSlot(slot) ? t`Enter a day and a time.` : undefined}
      />
    </BookingSheet>
  )
}
