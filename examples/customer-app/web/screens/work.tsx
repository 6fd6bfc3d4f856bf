import type { ReactNode } from 'react'
import {
  listMarketplaceBookings,
  listMarketplaceContracts,
  listMarketplaceInvoices,
  listMarketplaceOffers,
} from '@fettle/protocol/marketplace/calls'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { RowLink } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Page, Waiting } from '../ui/page.tsx'

/** What waits for the customer comes first. */
const waiting = new Set(['AWAITING_CONFIRMATION', 'SENT', 'VIEWED', 'PENDING_SIGNATURES', 'ISSUED', 'PARTIALLY_PAID'])

/** Everything of the customer, newest first: each with its screen and a detail. */
async function loadRows() {
  const query = { limit: 30 }
  const [bookings, offers, contracts, invoices] = await Promise.all([
    call(listMarketplaceBookings, { query }),
    call(listMarketplaceOffers, { query }),
    call(listMarketplaceContracts, { query }),
    call(listMarketplaceInvoices, { query }),
  ])
  return [
    ...bookings.map((each) => ({
      ...each,
      screen: 'bookings',
      detail: `Job · ${each.startAt ? formatMoment(each.startAt) : 'no time yet'}`,
    })),
    ...offers.map((each) => ({
      ...each,
      screen: 'offers',
      detail: `Quote · ${each.total ? formatMoney(each.total) : 'no price yet'}`,
    })),
    ...contracts.map((each) => ({ ...each, screen: 'contracts', detail: `Contract · ${formatMoney(each.total)}` })),
    ...invoices.map((each) => ({ ...each, screen: 'invoices', detail: `Invoice · ${formatMoney(each.total)}` })),
  ].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

/** Everything the customer has going on, in one list. */
export function WorkPage(): ReactNode {
  const { data: rows, error } = useLoaded('work', loadRows)
  if (!rows) return <Waiting error={error} />
  const groups = {
    'Waiting for you': rows.filter(({ status }) => waiting.has(status)),
    'Everything else': rows.filter(({ status }) => !waiting.has(status)),
  }
  return (
    <Page title="My work">
      {rows.length === 0 && <p className="py-10 text-center text-muted">Nothing yet. Find somebody for a job first.</p>}
      {Object.entries(groups).map(
        ([title, rows]) =>
          rows.length > 0 && (
            <section key={title} className="grid gap-2">
              <h2 className="font-semibold text-muted">{title}</h2>
              {rows.map(({ id, screen, title, status, detail }) => (
                <RowLink key={id} href={linkTo(screen, id)}>
                  <strong className="block font-semibold [overflow-wrap:anywhere]">{title}</strong>
                  <span className="mt-1 flex flex-wrap items-center justify-between gap-2 text-muted">
                    {detail}
                    <Chip status={status} />
                  </span>
                </RowLink>
              ))}
            </section>
          ),
      )}
    </Page>
  )
}
