import { currencyOf } from '@fettle/protocol/common/currencies'
import type { CallInput } from '@fettle/protocol/core/operation'
import { createBooking } from '@fettle/protocol/bookings/calls'
import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { t } from '@lingui/core/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useNow } from '../../../lib/browser/now.ts'
import { parseAmount } from '../../../lib/format/amounts.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { call } from '../../../lib/http/api.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { paths } from '../../../routing/paths.ts'
import type { ServiceType } from '../../../shared/bookings/service-types.ts'
import { isCompleteSlot, slotDraft, slotOf, useFreeSlot, type SlotDraft } from '../../../shared/bookings/slot-field.tsx'
import type { Consent } from '../../../shared/errors/action-error.ts'
import type { LoadErrorProps } from '../../../shared/errors/load-error.tsx'
import { useProfile } from '../../../shared/profile/profile.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { bookingQuery, invalidateBookings } from '../api.ts'

const empty = {
  customer: null as KnownCustomer | null,
  title: '',
  service: '' as ServiceType | '',
  description: '',
  // Undefined until something is typed: the address of the customer's last job is shown.
  line1: undefined as string | undefined,
  city: undefined as string | undefined,
  amount: '',
  isUnscheduled: false,
  // Undefined until something is changed.
  slot: undefined as SlotDraft | undefined,
}

export interface NewBookingProps {
  /** Chosen time. */
  slot?: { startAt: string; endAt: string }
  /** Preselected customer. */
  customer?: KnownCustomer | undefined
  /** Query of the customer to preselect, where it failed. */
  failedCustomer?: LoadErrorProps['query'] | undefined
  onClose: () => void
}

/** Form of a new booking, with defaults from the customer's last one. */
export function useNewBooking({ slot: givenSlot, customer: givenCustomer, onClose }: NewBookingProps) {
  const now = useNow()
  const client = useQueryClient()
  const navigate = useNavigate()
  const profile = useProfile()
  const { form, change, clearDraft } = useDraft('new-booking', empty)
  const { customer } = form
  // The time with which the form was opened takes precedence over the draft.
  const [isGiven, setGiven] = useState(givenSlot !== undefined)
  const isUnscheduled = form.isUnscheduled && !isGiven
  const preselect = useEffectEvent((preselected: KnownCustomer) => {
    if (customer?.id !== preselected.id) change({ customer: preselected, line1: undefined, city: undefined })
  })
  useEffect(() => {
    if (givenCustomer) preselect(givenCustomer)
  }, [givenCustomer])
  const [isSubmitted, setSubmitted] = useState(false)

  const last = useQuery({ ...bookingQuery(customer?.lastBookingId ?? ''), enabled: customer !== null }).data
  const timeZone = last?.timeZone ?? customer?.timeZone ?? ownTimeZone()
  const currency = (last?.price.amount ?? last?.price.hourlyRate)?.currency ?? currencyOf(profile.country ?? 'NG')
  const line1 = form.line1 ?? last?.location.line1 ?? ''
  const city = form.city ?? last?.location.city ?? ''
  const amount = parseAmount(form.amount, currency)

  const [tomorrow] = useState<SlotDraft>(() => ({
    day: addDays(wallTime(now, ownTimeZone()).day, 1),
    time: '09:00',
    minutes: 120,
  }))
  const freeSlot = useFreeSlot(tomorrow, { timeZone, enabled: givenSlot === undefined })
  const slot = isGiven && givenSlot ? slotDraft(givenSlot.startAt, givenSlot.endAt, timeZone) : (form.slot ?? freeSlot)
  const setSchedule = (next: Partial<Pick<typeof form, 'slot' | 'isUnscheduled'>>) => {
    setGiven(false)
    change({ ...(isGiven && { slot, isUnscheduled }), ...next })
  }

  const problems = {
    customer: customer === null,
    title: form.title.trim().length < 3,
    slot: !isUnscheduled && !isCompleteSlot(slot),
    line1: line1.trim().length < 3,
    city: city.trim().length < 2,
    amount: amount === undefined && form.amount.trim() !== '',
  }

  const withKey = useIdempotencyKey()
  const create = useMutation({
    mutationFn: (consent: Consent) => {
      const body = {
        customerId: customer?.id ?? '',
        title: form.title.trim(),
        description: form.description.trim(),
        ...(form.service && { serviceCategory: form.service }),
        ...(isUnscheduled ? { schedulingMode: 'UNSCHEDULED' as const } : { startAt: slotOf(slot, timeZone).startAt }),
        durationMinutes: slot.minutes,
        location: {
          line1: line1.trim(),
          city: city.trim(),
          country: last?.location.country ?? profile.country ?? 'NG',
          ...(last?.location.state && { state: last.location.state }),
        },
        price:
          amount === undefined
            ? { model: 'TO_QUOTE' as const }
            : { model: 'FIXED' as const, amount: { amount, currency } },
        ...consent,
      }
      const input = { body: body as CallInput<typeof createBooking>['body'] }
      return withKey((idempotencyKey) => call(createBooking, input, { idempotencyKey }))
    },
    onSuccess: (booking) => {
      clearDraft()
      onClose()
      invalidateBookings(client)
      const name = booking.customer.name
      toast.success(t`Booking proposed`, { body: t`We've asked ${name} to confirm.` })
      void navigate(paths.booking(booking.id))
    },
  })
  const submit = (consent: Consent = {}) => {
    setSubmitted(true)
    if (!Object.values(problems).some(Boolean)) create.mutate(consent)
  }
  /** The message, if the field is wrong and somebody has tried to send the form. */
  const errorAt = (field: keyof typeof problems, message: string) =>
    isSubmitted && problems[field] ? message : undefined

  return {
    form: { ...form, line1, city },
    change,
    slot,
    setSlot: (next: SlotDraft) => setSchedule({ slot: next }),
    isUnscheduled,
    setUnscheduled: (next: boolean) => setSchedule({ isUnscheduled: next }),
    timeZone,
    currency,
    now,
    create,
    submit,
    errorAt,
  }
}
