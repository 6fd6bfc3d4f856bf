import type { ContractSummary } from '@fettle/protocol/contracts'
import { listContracts } from '@fettle/protocol/contracts/calls'
import type { OfferSummary } from '@fettle/protocol/offers'
import { listOffers } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../routing/paths.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { queryOf } from '../../../../lib/http/query.ts'
import { ContractChip } from '../../../../shared/cards/contract-chip.tsx'
import { LoadErrorNote } from '../../../../shared/errors/load-error-note.tsx'
import { StatusChip } from '../../../../ui/feedback/status-chip.tsx'

// Not in the chat's api.ts, which every screen loads: it would bring the offers' protocol along.
const offersWith = (customerId: string) => queryOf(listOffers, { query: { customerId, limit: 5 } })
const contractsWith = (customerId: string) => queryOf(listContracts, { query: { customerId, limit: 5 } })

/** Offers and contracts with the customer, latest first; renders nothing where there are none. */
export function SharedDocuments({ customerId }: { customerId: string }) {
  const offers = useQuery(offersWith(customerId))
  const contracts = useQuery(contractsWith(customerId))
  // Wait for both, so that the layout does not shift.
  if (offers.isPending || contracts.isPending) return null
  return (
    <>
      <DocumentGroup
        title={t`Offers`}
        query={offers}
        failed={t`We couldn't load the offers.`}
        to={paths.offer}
        chip={({ status }) => <StatusChip state={status} />}
      />
      <DocumentGroup
        title={t`Contracts`}
        query={contracts}
        failed={t`We couldn't load the contracts.`}
        to={paths.contract}
        chip={({ status }) => <ContractChip state={status} />}
      />
    </>
  )
}

interface SharedDocumentsProps<Item> {
  title: string
  query: UseQueryResult<Item[]>
  /** Message when loading fails. */
  failed: string
  to: (id: string) => string
  chip: (item: Item) => ReactNode
}

function DocumentGroup<Item extends OfferSummary | ContractSummary>({
  title,
  query,
  failed,
  to,
  chip,
}: SharedDocumentsProps<Item>) {
  const items = query.data
  if (items?.length === 0) return null
  return (
    <section aria-label={title} className="grid gap-3">
      <h3 className="text-sm font-semibold text-text-muted">{title}</h3>
      {!items && <LoadErrorNote query={query}>{failed}</LoadErrorNote>}
      <ul className="grid gap-3">
        {items?.map((item) => (
          <li key={item.id}>
            <Link
              to={to(item.id)}
              className="grid gap-2 rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
            >
              <p className="flex items-baseline justify-between gap-3 font-semibold">
                <span dir="auto" className="line-clamp-2">
                  {item.title || item.reference}
                </span>
                {item.total && <span className="shrink-0 tabular-nums">{moneyText(item.total)}</span>}
              </p>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
                {chip(item)}
                {item.reference}
              </p>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
