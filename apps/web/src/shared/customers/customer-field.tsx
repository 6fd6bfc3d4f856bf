import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { searchText } from '../../lib/format/search-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LoadError } from '../errors/load-error.tsx'
import { allCustomersQuery, customersQuery } from './customers.ts'

/** Filters customers by name, as the server does. */
const withName = (customers: readonly KnownCustomer[] | undefined, q: string | undefined) =>
  customers?.filter(({ name }) => name.toLocaleLowerCase().includes((q ?? '').toLocaleLowerCase()))

export interface CustomerFieldProps {
  chosen: Pick<KnownCustomer, 'name' | 'avatar'> | undefined
  onChoose: (customer: KnownCustomer | undefined) => void
  error?: string | undefined
}

/** Selects a known customer: recent ones at once, others by search. */
export function CustomerField({ chosen, onChoose, error }: CustomerFieldProps) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const isChosen = chosen !== undefined
  const wasChosen = useRef(isChosen)
  useEffect(() => {
    // The search and the chosen customer take each other's place: the focus follows.
    if (isChosen !== wasChosen.current && document.activeElement === document.body)
      group.current?.querySelector<HTMLElement>('input, button')?.focus()
    wasChosen.current = isChosen
  }, [isChosen])
  return (
    <div ref={group} role="group" aria-labelledby={id} className="grid gap-2">
      <p id={id} className="text-sm font-semibold">
        <Trans>Customer</Trans>
      </p>
      {chosen === undefined ? (
        <Search onChoose={onChoose} errorId={error ? `${id}-error` : undefined} />
      ) : (
        <div className="flex min-h-12 items-center gap-3 rounded-control border border-line-strong ps-3 pe-1">
          <Avatar name={chosen.name} src={chosen.avatar} size="sm" />
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {chosen.name}
          </span>
          <Button size="sm" variant="quiet" onClick={() => onChoose(undefined)}>
            <Trans>Change</Trans>
          </Button>
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

interface SearchProps extends Pick<CustomerFieldProps, 'onChoose'> {
  errorId: string | undefined
}

function Search({ onChoose, errorId }: SearchProps) {
  const [typed, setTyped] = useState('')
  const q = searchText(useDeferredValue(typed))
  const client = useQueryClient()
  const query = useQuery({ ...customersQuery(q), placeholderData: keepPreviousData })
  const { data: found, error, isPending } = query
  // Offline: search the customers stored on this device.
  const data = found ?? (error ? withName(client.getQueryData(allCustomersQuery.queryKey), q) : undefined)
  return (
    <div className="grid gap-2">
      <SearchField value={typed} onChange={setTyped} label={t`Search customers`} errorId={errorId} />
      {isPending && <Skeleton className="h-24" />}
      {error && !data && <LoadError title={t`We couldn't load the customers.`} query={query} />}
      {data?.length === 0 && (
        <p role="status" className="text-sm text-text-muted">
          {q ? (
            <Trans>No customers found</Trans>
          ) : (
            <Trans>No customers yet. Whoever books you or asks for a quote can be chosen here.</Trans>
          )}
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t`Customers`} className="grid max-h-52 overflow-y-auto rounded-control border border-line">
          {data.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => onChoose(customer)}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-surface-hover active:bg-surface-hover"
              >
                <Avatar name={customer.name} src={customer.avatar} size="sm" />
                <span dir="auto" className="truncate">
                  {customer.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
