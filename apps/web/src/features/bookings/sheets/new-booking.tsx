import type { CallInput } from '@fettle/protocol/core/operation'
import { createBooking } from '@fettle/protocol/bookings/calls'
import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { serviceTypes } from '@fettle/protocol/common/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { call } from '../../../lib/http/api.ts'
import { amountOf } from '../../../lib/format/amounts.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { serviceTypeLabel, type ServiceType } from '../../../shared/bookings/service-types.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { bookingQuery, invalidateBookings } from '../api.ts'
import type { Consent } from '../../../shared/errors/action-error.ts'
import { CustomerField } from '../../../shared/customers/customer-field.tsx'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { FormSheet } from '../../../shared/forms/form-sheet.tsx'
import {
  isCompleteSlot,
  LengthField,
  slotDraft,
  SlotField,
  slotOf,
  type SlotDraft,
  useFreeSlot,
} from '../../../shared/bookings/slot-field.tsx'

const empty = {
  customer: null as KnownCustomer | null,
  title: '',
  service: '' as ServiceType | '',
  description: '',
  line1: '',
  city: '',
  amount: '',
}

/** Proposes a booking to a known customer, who has to accept it. */
export function NewBooking({
  slot: given,
  customer,
  onClose,
}: {
  /** Chosen time. */
  slot?: { startAt: string; endAt: string }
  /** Preselected customer. */
  customer?: KnownCustomer | undefined
  onClose: () => void
}) {
  const now = useNow()
  const client = useQueryClient()
  const navigate = useNavigate()
  const profile = useProfile()
  const { form, change, done } = useDraft('new-booking', empty)
  const address = useEffectEvent((wanted: KnownCustomer) => {
    if (form.customer?.id !== wanted.id) change({ customer: wanted, line1: '', city: '' })
  })
  useEffect(() => {
    if (customer) address(customer)
  }, [customer])
  const [tried, setTried] = useState(false)
  const [later, setLater] = useState(false)
  const chosen = form.customer
  const last = useQuery({ ...bookingQuery(chosen?.lastBookingId ?? ''), enabled: chosen !== null }).data
  const timeZone = last?.timeZone ?? chosen?.timeZone ?? ownTimeZone()
  const [usual] = useState<SlotDraft>(() => ({
    day: addDays(wallTime(now, ownTimeZone()).day, 1),
    time: '09:00',
    minutes: 120,
  }))
  const next = useFreeSlot(usual, { timeZone, enabled: given === undefined })
  const free = given ? slotDraft(given.startAt, given.endAt, timeZone) : next
  // Undefined until something is changed.
  const [chosenSlot, setSlot] = useState<SlotDraft>()
  const slot = chosenSlot ?? free
  const currency = last?.price.amount?.currency ?? last?.price.hourlyRate?.currency ?? 'NGN'
  // Defaults to the address of the last booking.
  const line1 = form.line1 || (last?.location.line1 ?? '')
  const city = form.city || (last?.location.city ?? '')
  const amount = amountOf(form.amount, currency)
  const wrong = {
    customer: chosen === null,
    title: form.title.trim().length < 3,
    slot: !later && !isCompleteSlot(slot),
    line1: line1.trim().length < 3,
    city: city.trim().length < 2,
    amount: amount === undefined && form.amount.trim() !== '',
  }

  const withKey = useIdempotencyKey()
  const create = useMutation({
    networkMode: 'always',
    mutationFn: (consent: Consent) => {
      const body = {
        customerId: chosen?.id ?? '',
        title: form.title.trim(),
        description: form.description.trim(),
        ...(form.service && { serviceCategory: form.service }),
        ...(later ? { schedulingMode: 'UNSCHEDULED' as const } : { startAt: slotOf(slot, timeZone).startAt }),
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
      done()
      onClose()
      invalidateBookings(client)
      const name = booking.customer.name
      toast.success(t`Booking proposed`, { body: t`We've asked ${name} to confirm.` })
      void navigate(paths.booking(booking.id))
    },
  })
  const submit = (consent: Consent = {}) => {
    setTried(true)
    if (!Object.values(wrong).some(Boolean)) create.mutate(consent)
  }
  return (
    <FormSheet
      title={<Trans>New booking</Trans>}
      description={<Trans>We'll ask the customer to confirm.</Trans>}
      submit={<Trans>Propose</Trans>}
      busy={create.isPending}
      error={create.error}
      timeZone={timeZone}
      now={now}
      onSubmit={submit}
      onSlot={({ startAt, endAt }) => setSlot(slotDraft(startAt, endAt, timeZone))}
      onClose={onClose}
      consents
    >
      <CustomerField
        chosen={chosen ?? undefined}
        onChoose={(customer) => change({ customer: customer ?? null, line1: '', city: '' })}
        error={tried && wrong.customer ? t`Choose a customer.` : undefined}
      />
      <TextField
        label={t`Job title`}
        value={form.title}
        maxLength={120}
        onChange={(event) => change({ title: event.target.value })}
        error={tried && wrong.title ? t`Use 3 to 120 characters for the title.` : undefined}
      />
      <Checkbox label={t`Schedule later`} checked={later} onChange={(event) => setLater(event.target.checked)} />
      {later ? (
        <LengthField value={slot} onChange={setSlot} />
      ) : (
        <SlotField
          value={slot}
          onChange={setSlot}
          timeZone={timeZone}
          now={now}
          error={tried && wrong.slot ? t`Enter a day and a time.` : undefined}
        />
      )}
      <TextField
        label={t`Street address`}
        value={line1}
        maxLength={200}
        onChange={(event) => change({ line1: event.target.value })}
        error={tried && wrong.line1 ? t`Enter the street address.` : undefined}
      />
      <TextField
        label={t`City`}
        value={city}
        maxLength={80}
        onChange={(event) => change({ city: event.target.value })}
        error={tried && wrong.city ? t`Enter the city.` : undefined}
      />
      <SelectField
        label={t`Service`}
        optional
        value={form.service}
        onChange={(event) => change({ service: event.target.value as ServiceType | '' })}
      >
        <option value="">{t`Not specified`}</option>
        {serviceTypes.map((type) => (
          <option key={type} value={type}>
            {serviceTypeLabel(type)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Price (${currency})`}
        optional
        inputMode="decimal"
        hint={t`Leave empty to set a price later.`}
        value={form.amount}
        onChange={(event) => change({ amount: event.target.value })}
        error={tried && wrong.amount ? t`Enter an amount.` : undefined}
      />
      <TextAreaField
        label={t`Description`}
        optional
        rows={3}
        maxLength={5000}
        value={form.description}
        onChange={(event) => change({ description: event.target.value })}
      />
    </FormSheet>
  )
}
