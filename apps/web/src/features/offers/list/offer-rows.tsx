import type { RowsLayout } from '../../../shared/paged-rows.tsx'
import type { OfferSummary } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { agoText } from '../../../lib/format/dates.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { DataList, type Column } from '../../../ui/layout/data-list.tsx'
import { Chip, StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { offerQuery } from '../api.ts'
import { isLocalId } from '../drafts/local-drafts.ts'
import { deadlineOf, isExpiring, type OfferTab } from '../model.ts'
import { tabLabel } from '../labels.ts'

interface RowsProps {
  tab: OfferTab
  rows: readonly OfferSummary[]
  href: (id: string) => string
  now: Date
  layout: RowsLayout
}

/** Title of an offer, or a default naming the customer while it has none. */
export const titleOf = ({ title, customer }: Pick<OfferSummary, 'title' | 'customer'>): string => {
  const name = customer.name
  return title || t`Offer for ${name}`
}

export function OfferRows({ tab, rows, href, now, layout }: RowsProps) {
  const pending = new Set(useQueuedMutations().map(({ subject }) => subject))
  const card = (offer: OfferSummary) => <OfferLines offer={offer} now={now} pending={pending.has(offer.id)} />
  if (layout === 'table') {
    return (
      <DataList
        label={tabLabel(tab)}
        rows={rows}
        columns={columns(tab, now, pending)}
        rowKey={({ id }) => id}
        href={({ id }) => href(id)}
        card={card}
      />
    )
  }
  return (
    <ul aria-label={tabLabel(tab)} className="grid gap-3">
      {rows.map((offer) => (
        <li key={offer.id}>
          <CardLink id={offer.id} to={href(offer.id)}>
            {card(offer)}
          </CardLink>
        </li>
      ))}
    </ul>
  )
}

function CardLink({ id, to, children }: { id: string; to: string; children: ReactNode }) {
  const client = useQueryClient()
  return (
    <Link
      to={to}
      // Prefetch on pointer down.
      onPointerDown={() => isLocalId(id) || void client.prefetchQuery(offerQuery(id))}
      className="block rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
    >
      {children}
    </Link>
  )
}

const totalText = ({ total }: Pick<OfferSummary, 'total'>): string => (total ? moneyText(total) : '–')

/** Offer as a short card: title, customer, amount and status. */
export function OfferLines({ offer, now, pending = false }: { offer: OfferSummary; now: Date; pending?: boolean }) {
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <p dir="auto" className="line-clamp-2 font-semibold">
          {titleOf(offer)}
        </p>
        <p className="shrink-0 font-semibold tabular-nums">{totalText(offer)}</p>
      </div>
      <p className="truncate text-sm text-text-muted">
        {[offer.customer.name, offer.city, offer.reference].filter(Boolean).join(' · ')}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-0.5 text-sm">
        <StatusChip state={offer.status} />
        {pending && <Unsent />}
        <Extras offer={offer} />
        <Deadline offer={offer} now={now} className="ms-auto" />
      </div>
    </div>
  )
}

const Unsent = () => (
  <span className="font-semibold text-warning">
    <Trans>Not sent yet</Trans>
  </span>
)

/** What the status does not say: number of views, and an open draft. */
function Extras({ offer }: { offer: OfferSummary }) {
  const { viewCount, revisionNumber, hasDraft, status } = offer
  return (
    <>
      {viewCount > 0 && (
        <span className="inline-flex items-center gap-1 text-text-muted">
          <Eye size={14} aria-hidden="true" />
          <Plural value={viewCount} one="Viewed #×" other="Viewed #×" />
        </span>
      )}
      {revisionNumber !== null && revisionNumber > 1 && (
        <span className="text-text-muted">
          <Trans>Revision {revisionNumber}</Trans>
        </span>
      )}
      {hasDraft && status !== 'DRAFT' && (
        <Chip>
          <Trans>New draft</Trans>
        </Chip>
      )}
    </>
  )
}

/** Remaining time until a deadline, emphasized when it is near. */
export function Deadline({
  offer,
  now,
  className,
}: {
  offer: Pick<OfferSummary, 'status' | 'validUntil' | 'respondBy'>
  now: Date
  className?: string
}) {
  const until = deadlineOf(offer)
  if (!until) return null
  return isExpiring(offer, now) ? (
    <Chip tone="warning" {...(className && { className })}>
      <Countdown until={until} over={t`Time is up`} />
    </Chip>
  ) : (
    <span className={className}>
      <Countdown until={until} over={t`Time is up`} />
    </span>
  )
}

type OfferColumn = Column<OfferSummary>

const columns = (tab: OfferTab, now: Date, pending: ReadonlySet<string>): OfferColumn[] => [
  {
    name: 'offer',
    header: t`Offer`,
    cell: (offer) => (
      <span className="grid">
        <span dir="auto" className="line-clamp-2 font-semibold">
          {titleOf(offer)}
        </span>
        <span className="text-xs font-normal text-text-muted tabular-nums">{offer.reference}</span>
      </span>
    ),
  },
  {
    name: 'customer',
    header: t`Customer`,
    cell: ({ customer: { name, avatar }, city }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} src={avatar} size="sm" />
        <span className="grid">
          <span dir="auto" className="max-w-40 truncate">
            {name}
          </span>
          {city && <span className="text-xs text-text-muted">{city}</span>}
        </span>
      </span>
    ),
  },
  {
    name: 'state',
    header: t`Status`,
    cell: (offer) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <StatusChip state={offer.status} />
        {pending.has(offer.id) && <Unsent />}
        <Extras offer={offer} />
      </span>
    ),
  },
  tab === 'quote' || tab === 'waiting' || tab === 'drafts'
    ? {
        name: 'until',
        header: tab === 'waiting' ? t`Expires in` : t`Reply within`,
        className: 'whitespace-nowrap',
        cell: (offer) => <Deadline offer={offer} now={now} />,
      }
    : {
        name: 'changed',
        header: t`Last updated`,
        className: 'whitespace-nowrap text-text-muted',
        cell: ({ updatedAt }) => agoText(updatedAt, now),
      },
  {
    name: 'total',
    header: t`Total`,
    figures: true,
    cell: (offer) => <span className="whitespace-nowrap font-semibold">{totalText(offer)}</span>,
  },
]
