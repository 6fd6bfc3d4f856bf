import { exportBookings, listBookings } from '@fettle/protocol/bookings/calls'
import { serviceTypes } from '@fettle/protocol/common/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Clock, Ellipsis, FileDown, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { download } from '../../../lib/http/download.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { useStateLabel } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { filterOf, statusesOf, type BookingFilters } from '../model.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import { CustomerField } from '../../../shared/customers/customer-field.tsx'
import type { ListSearchParams } from './use-list-search-params.ts'

/** Menu of the bookings list. */
export function ListMenu({ listParams }: { listParams: ListSearchParams }) {
  const navigate = useNavigate()
  const { sort: _, ...chosen } = filterOf(listParams.tab, listParams.filters)
  // Same filters and search as the list.
  const query = { ...chosen, q: searchText(listParams.q) }
  const save = () =>
    download(exportBookings, { query }, 'bookings.csv').catch((error: unknown) =>
      toast.error(errorText(error, t`We couldn't export the list.`)),
    )
  return (
    <Menu
      label={t`More`}
      trigger={(attributes) => <IconButton {...attributes} label={t`More`} icon={<Ellipsis size={22} />} />}
    >
      <MenuItem icon={<FileDown size={18} aria-hidden="true" />} onClick={() => void save()}>
        <Trans>Export this list (CSV)</Trans>
      </MenuItem>
      <MenuItem icon={<ListChecks size={18} aria-hidden="true" />} onClick={() => void navigate(paths.checklists)}>
        <Trans>Checklists</Trans>
      </MenuItem>
      <MenuItem
        icon={<Clock size={18} aria-hidden="true" />}
        onClick={() => void navigate(`${paths.profile}?tab=availability`)}
      >
        <Trans>Hours and time off</Trans>
      </MenuItem>
    </Menu>
  )
}

/** Sheet with the filters of the list. */
export function FilterSheet({ listParams, onClose }: { listParams: ListSearchParams; onClose: () => void }) {
  const [form, setForm] = useState<BookingFilters>(listParams.filters)
  const [picked, setPicked] = useState<{ name: string; avatar: string | null }>()
  // The address holds the customer's id; any of their bookings has the name.
  const known = useQuery({
    ...queryOf(listBookings, { query: { customerId: listParams.filters.customer ?? '', limit: 1 } }),
    enabled: listParams.filters.customer !== undefined,
    staleTime: Infinity,
  }).data?.[0]?.customer
  const named = picked ?? (known?.id === form.customer ? known : undefined)
  const label = useStateLabel()
  const set = (next: BookingFilters) => setForm({ ...form, ...next })
  const states = statusesOf[listParams.tab]
  const done = (filters: BookingFilters) => {
    listParams.narrow(filters)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Filters`}
      footer={
        <>
          <Button variant="secondary" onClick={() => done({})}>
            <Trans>Clear filters</Trans>
          </Button>
          <Button onClick={() => !focusIncomplete() && done(form)}>
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
                {label(state)}
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
          chosen={form.customer ? (named ?? { name: t`One customer`, avatar: null }) : undefined}
          onChoose={(customer) => {
            setPicked(customer)
            set({ customer: customer?.id })
          }}
        />
      </div>
    </Dialog>
  )
}
