import { serviceTypes } from '@fettle/protocol/common/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { serviceTypeLabel, type ServiceType } from '../../../shared/bookings/service-types.ts'
import { LengthField, slotDraft, SlotField } from '../../../shared/bookings/slot-field.tsx'
import { CustomerField } from '../../../shared/customers/customer-field.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { FormSheet } from '../../../shared/forms/form-sheet.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { useNewBooking, type NewBookingProps } from './use-new-booking.ts'

/** Proposes a booking to a known customer, who has to accept it. */
export function NewBooking(props: NewBookingProps) {
  const booking = useNewBooking(props)
  const { form, change, slot, setSlot, isUnscheduled, setUnscheduled, timeZone, currency, now } = booking
  const { create, submit, errorAt } = booking
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
      onClose={props.onClose}
      consents
    >
      {props.failedCustomer && <LoadError title={t`We couldn't load this customer.`} query={props.failedCustomer} />}
      <CustomerField
        chosen={form.customer ?? undefined}
        onChoose={(customer) => change({ customer: customer ?? null, line1: undefined, city: undefined })}
        error={errorAt('customer', t`Choose a customer.`)}
      />
      <TextField
        label={t`Job title`}
        value={form.title}
        maxLength={120}
        onChange={(event) => change({ title: event.target.value })}
        error={errorAt('title', t`Use 3 to 120 characters for the title.`)}
      />
      <Checkbox
        label={t`Schedule later`}
        checked={isUnscheduled}
        onChange={(event) => setUnscheduled(event.target.checked)}
      />
      {isUnscheduled ? (
        <LengthField value={slot} onChange={setSlot} />
      ) : (
        <SlotField
          value={slot}
          onChange={setSlot}
          timeZone={timeZone}
          now={now}
          error={errorAt('slot', t`Enter a day and a time.`)}
        />
      )}
      <TextField
        label={t`Street address`}
        value={form.line1}
        maxLength={200}
        onChange={(event) => change({ line1: event.target.value })}
        error={errorAt('line1', t`Enter the street address.`)}
      />
      <TextField
        label={t`City`}
        value={form.city}
        maxLength={80}
        onChange={(event) => change({ city: event.target.value })}
        error={errorAt('city', t`Enter the city.`)}
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
        error={errorAt('amount', t`Enter an amount.`)}
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
