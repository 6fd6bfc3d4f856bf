import type { CustomerDetails, CustomerRecord } from '@fettle/protocol/workspace/customers'
import { customerRecordKinds } from '@fettle/protocol/workspace/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarDays, FileText, MessagesSquare, ReceiptText, ScrollText, Star, type LucideIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { dayName, momentText, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { customersPath } from '../../routing/conversation-path.ts'
import { paths } from '../../routing/paths.ts'
import { BookingChip } from '../../shared/bookings/booking-chip.tsx'
import { ContractChip } from '../../shared/cards/contract-chip.tsx'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { starsText } from '../../shared/reviews/labels.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { StatusChip } from '../../ui/feedback/status-chip.tsx'
import { Section } from '../../ui/layout/card.tsx'
import { FilterBar } from '../../ui/navigation/filter-bar.tsx'
import { historyPages, type RecordKind } from './api.ts'

const icons: Record<RecordKind, LucideIcon> = {
  BOOKING: CalendarDays,
  OFFER: FileText,
  CONTRACT: ScrollText,
  INVOICE: ReceiptText,
  CONVERSATION: MessagesSquare,
  REVIEW: Star,
}

const addressOf: Record<RecordKind, (id: string) => string> = {
  BOOKING: paths.booking,
  OFFER: paths.offer,
  CONTRACT: paths.contract,
  INVOICE: paths.invoice,
  CONVERSATION: customersPath,
  REVIEW: paths.review,
}

/** Everything shared with a customer, newest first. Its tab is its title, where it has one. */
export function HistoryRecords({ customer: { id } }: { customer: CustomerDetails }) {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const requestedKind = search.get('show')
  const kind = customerRecordKinds.find((each) => each === requestedKind) ?? 'ALL'
  const history = useInfiniteQuery(historyPages(id, kind === 'ALL' ? undefined : kind))
  const records = history.data?.pages.flatMap(({ rows }) => rows)
  const labels: Record<RecordKind | 'ALL', string> = {
    ALL: t`All`,
    BOOKING: t`Bookings`,
    OFFER: t`Offers`,
    CONTRACT: t`Contracts`,
    INVOICE: t`Invoices`,
    CONVERSATION: t`Messages`,
    REVIEW: t`Reviews`,
  }
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <FilterBar<RecordKind | 'ALL'>
        label={t`Filter the history`}
        options={(['ALL', ...customerRecordKinds] as const).map((name) => ({ name, label: labels[name] }))}
        current={kind}
        onChange={(next) => setSearch(next === 'ALL' ? {} : { show: next }, { replace: true })}
      />
      {history.isError && !records && <LoadError title={t`We couldn't load the history.`} query={history} />}
      {!records && !history.isError && <SkeletonList rows={4} />}
      {records?.length === 0 && (
        <p className="text-text-muted">
          <Trans>None yet.</Trans>
        </p>
      )}
      {records && records.length > 0 && (
        <ul aria-label={t`History`} className="grid grid-cols-1 gap-2">
          {records.map((record) => (
            <li key={record.id}>
              <RecordRow record={record} now={now} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={history} />
    </div>
  )
}

export const History = ({ customer }: { customer: CustomerDetails }) => (
  <Section title={<Trans>History</Trans>}>
    <HistoryRecords customer={customer} />
  </Section>
)

function RecordRow({ record, now }: { record: CustomerRecord; now: Date }) {
  const { kind, id, reference, title, amount, at, startAt, timeZone, paidAt, rating } = record
  const Icon = icons[kind]
  const zone = ownTimeZone()
  const paidDay = paidAt ? dayName(paidAt, zone, now) : ''
  const details = [
    startAt ? momentText(startAt, timeZone ?? zone, now) : paidAt ? t`Paid: ${paidDay}` : dayName(at, zone, now),
    rating !== null && starsText(rating),
  ].filter(Boolean)
  return (
    <Link
      to={addressOf[kind](id)}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface-raised p-3 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover md:px-4"
    >
      <Icon size={20} aria-hidden="true" className="shrink-0 text-text-muted" />
      <span className="grid min-w-0 flex-1 basis-28 gap-0.5">
        <span dir="auto" className="line-clamp-2 font-medium">
          {kind === 'CONVERSATION' ? <Trans>Messages</Trans> : title}
        </span>
        <span className="text-sm text-text-muted tabular-nums">
          {details.join(' · ')}
          {reference && (
            <>
              {' · '}
              <span className="min-[22.5rem]:whitespace-nowrap">{reference}</span>
            </>
          )}
        </span>
      </span>
      <span className="ms-auto grid max-w-full justify-items-end gap-1">
        <RecordChip record={record} />
        {amount && <span className="text-sm font-medium tabular-nums">{moneyText(amount)}</span>}
      </span>
    </Link>
  )
}

function RecordChip({ record: { kind, status } }: { record: CustomerRecord }) {
  if (status === null || kind === 'REVIEW') return null
  if (kind === 'BOOKING') return <BookingChip state={status} />
  if (kind === 'CONTRACT') return <ContractChip state={status} />
  return kind === 'INVOICE' ? <MoneyChip state={status} /> : <StatusChip state={status} />
}
