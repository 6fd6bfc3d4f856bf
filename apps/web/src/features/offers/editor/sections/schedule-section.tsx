import type { OfferDetails } from '@fettle/protocol/offers'
import { MAX_VALID_DAYS } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarPlus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { longDay, slotText } from '../../../../lib/format/dates.ts'
import { addDays, wallTime } from '../../../../lib/format/wall-time.ts'
import {
  isCompleteSlot,
  slotDraft,
  SlotField,
  slotOf,
  type SlotDraft,
} from '../../../../shared/bookings/slot-field.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Card, Section } from '../../../../ui/layout/card.tsx'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { focusBeside } from '../../../../ui/layout/focus-beside.ts'
import type { OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'
import { ValueField } from '../../../../shared/forms/value-field.tsx'
import { parseDecimal, quantityInput } from '../../../../lib/format/amounts.ts'

export interface ScheduleSectionProps {
  offer: Pick<OfferDetails, 'timeZone' | 'request' | 'usualValidDays'>
  editing: Editing
  problems: OfferProblems
  now: Date
}

const MAX_SLOTS = 3

/** Proposed dates, duration and validity of the offer. */
export function ScheduleSection({ offer, editing, problems, now }: ScheduleSectionProps) {
  const { content, edit } = editing
  const { timeZone, request } = offer
  const today = wallTime(now, timeZone).day
  const usual = longDay(`${addDays(today, offer.usualValidDays)}T12:00:00Z`, 'UTC')
  const slots = content.proposedSlots
  const setSlots = (proposedSlots: typeof slots) => edit((before) => ({ ...before, proposedSlots }))
  const preferredSlots = (request?.preferredSlots ?? []).filter(
    ({ startAt }) => Date.parse(startAt) > now.getTime() && !slots.some((slot) => slot.startAt === startAt),
  )
  const minutes = content.estimatedMinutes
  return (
    <Section title={<Trans>Time</Trans>}>
      <Card className="grid items-start gap-5 p-4 md:p-5 sm:grid-cols-2">
        <DateField
          label={t`Valid until`}
          optional
          min={today}
          max={addDays(today, MAX_VALID_DAYS)}
          value={content.validUntil ?? ''}
          hint={content.validUntil ? t`Until the end of that day, in the customer's time zone.` : t`Default: ${usual}.`}
          onChange={(day) => edit((before) => ({ ...before, validUntil: day || null }), 'validUntil')}
          error={problems['validUntil']}
        />
        <ValueField
          label={t`Work time (hours)`}
          optional
          value={minutes ? quantityInput(String(minutes / 60)) : ''}
          onText={(text) => {
            const hours = text.trim() === '' ? null : parseDecimal(text)
            if (hours === undefined) return false
            const estimated = hours === null ? null : Math.round(Number(hours) * 60)
            if (estimated !== null && (estimated < 15 || estimated > 100_000)) return false
            edit((before) => ({ ...before, estimatedMinutes: estimated }), 'estimatedMinutes')
            return true
          }}
          wrong={t`At least 15 minutes.`}
          error={problems['estimatedMinutes']}
        />
        <div className="grid gap-3 sm:col-span-2">
          <div>
            <p className="text-sm font-semibold">
              <Trans>Suggested times</Trans>
            </p>
            <p className="text-sm text-text-muted">
              <Trans>
                We hold these times while the offer is open. If the customer picks one, the job is booked straight away.
              </Trans>
            </p>
          </div>
          <ul className="grid gap-3 empty:hidden">
            {slots.map((slot, index) => {
              const text = slotText({ ...slot, timeZone }, now)
              const problem = problems[`proposedSlots.${index}.startAt`] ?? problems[`proposedSlots.${index}.endAt`]
              return (
                <li key={slot.startAt} className="grid gap-1">
                  <p className="flex min-h-11 items-center justify-between gap-3 rounded-control bg-surface-sunken ps-3">
                    <span dir="auto" className="font-medium tabular-nums">
                      {text}
                    </span>
                    <IconButton
                      label={t`Remove ${text}`}
                      icon={<Trash2 size={18} />}
                      onClick={({ currentTarget }) => {
                        focusBeside(currentTarget.closest('li'), 'button')
                        setSlots(slots.filter((_, at) => at !== index))
                      }}
                    />
                  </p>
                  {problem && <FieldError>{problem}</FieldError>}
                </li>
              )
            })}
          </ul>
          {preferredSlots.length > 0 && slots.length < MAX_SLOTS && (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <span>
                <Trans>The customer prefers:</Trans>
              </span>
              {preferredSlots.map((slot) => (
                <Button key={slot.startAt} size="sm" variant="secondary" onClick={() => setSlots([...slots, slot])}>
                  {slotText({ ...slot, timeZone }, now)}
                </Button>
              ))}
            </div>
          )}
          {slots.length < MAX_SLOTS && (
            <NewSlot
              timeZone={timeZone}
              now={now}
              minutes={Math.min(1440, minutes ?? 120)}
              onAdd={(slot) => setSlots([...slots.filter(({ startAt }) => startAt !== slot.startAt), slot])}
            />
          )}
        </div>
      </Card>
    </Section>
  )
}

interface NewSlotProps {
  timeZone: string
  now: Date
  minutes: number
  onAdd: (slot: { startAt: string; endAt: string }) => void
}

/** Form for another proposed slot, with its conflicts. */
function NewSlot({ timeZone, now, minutes, onAdd }: NewSlotProps) {
  const [slot, setSlot] = useState<SlotDraft>()
  const fields = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = slot !== undefined
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The fields take the place of the button, which had the focus.
    if (wasOpen.current !== isOpen) (isOpen ? fields.current : button.current)?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!slot) {
    const begin = () => {
      const { startAt, endAt } = slotOf(
        { day: addDays(wallTime(now, timeZone).day, 2), time: '09:00', minutes },
        timeZone,
      )
      setSlot(slotDraft(startAt, endAt, timeZone))
    }
    return (
      <Button
        ref={button}
        size="sm"
        variant="secondary"
        className="justify-self-start"
        icon={<CalendarPlus size={18} aria-hidden="true" />}
        onClick={begin}
      >
        <Trans>Propose a time</Trans>
      </Button>
    )
  }
  return (
    <div
      ref={fields}
      role="group"
      aria-label={t`Propose a time`}
      tabIndex={-1}
      className="grid gap-3 rounded-control bg-surface-sunken p-3 outline-none"
    >
      <SlotField value={slot} onChange={setSlot} timeZone={timeZone} now={now} />
      <div className="flex gap-3">
        <Button
          size="sm"
          variant="secondary"
          disabled={!isCompleteSlot(slot)}
          onClick={() => {
            onAdd(slotOf(slot, timeZone))
            setSlot(undefined)
          }}
        >
          <Trans>Add time slot</Trans>
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setSlot(undefined)}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </div>
  )
}
