import { listBookings } from '@fettle/protocol/bookings/calls'
import { serviceTypes } from '@fettle/protocol/common/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../lib/http/query.ts'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { bookingStateLabel } from '../../../shared/bookings/booking-chip.tsx'
import { statusesOf } from './booking-tabs.ts'
import type { BookingFilters } from './booking-filters.ts'
import { CustomerField } from '../../../shared/customers/customer-field.tsx'
import type { ListSearchParams } from './use-list-search-params.ts'

/** Sheet with the filters of the list. */
export function FilterSheet({ listParams, onClose }: { listParams: ListSearchParams; onClose: () => void }) {
  const [form, setForm] = useState<BookingFilters>(listParams.filters)
  const [pickedCustomer, setPickedCustomer] = useState<{ name: string; avatar: string | null }>()
  // The address holds the customer's id; any of their bookings has the name.
  const foundCustomer = useQuery({
    ...queryOf(listBookings, { query: { customerId: listParams.filters.customer ?? '', limit: 1 } }),
    enabled: listParams.filters.customer !== undefined,
    staleTime: Infinity,
  }).data?.[0]?.customer
  const customer = pickedCustomer ?? (foundCustomer?.id === form.customer ? foundCustomer : undefined)
  const set = (next: BookingFilters) => setForm({ ...form, ...next })
  const states = statusesOf[listParams.tab]
  const applyFilters = (filters: BookingFilters) => {
    listParams.setFilters(filters)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t`Filters`}
      footer={
        <>
          <Button variant="secondary" onClick={() => applyFilters({})}>
            <Trans>Clear filters</Trans>
          </Button>
          <Button onClick={() => !focusIncomplete() && applyFilters(form)}>
            <Trans>Show</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {states.length > 1 && (
          <SelectField
            label={t`Status`}
            value={form.status ?? ''}
            onChange={(event) => set({ status: event.target.value || undefined })}
          >
            <option value="">{t`Any`}</option>
            {states.map((state) => (
              <option key={state} value={state}>
                {bookingStateLabel(state)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label={t`Service`}
          value={form.service ?? ''}
          onChange={(event) => set({ service: event.target.value || undefined })}
        >
          <option value="">{t`Any`}</option>
          {serviceTypes.map((type) => (
            <option key={type} value={type}>
              {serviceTypeLabel(type)}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-3 min-[22rem]:grid-cols-2">
          <DateField label={t`From`} value={form.from ?? ''} onChange={(day) => set({ from: day || undefined })} />
          <DateField label={t`To`} value={form.to ?? ''} onChange={(day) => set({ to: day || undefined })} />
        </div>
        <CustomerField
          chosen={form.customer ? (customer ?? { name: t`One customer`, avatar: null }) : undefined}
          onChoose={(customer) => {
            setPickedCustomer(customer)
            set({ customer: customer?.id })
          }}
        />
      </div>
    </Dialog>
  )
}
