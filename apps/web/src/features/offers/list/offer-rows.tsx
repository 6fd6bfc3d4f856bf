import type { OfferListAction, OfferSummary } from '@fettle/protocol/offers'
import { remindOfOffer } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { dayCell, moneyCells, type CsvTable } from '../../../lib/browser/save-csv.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { call } from '../../../lib/http/api.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { remindWithUndo } from '../../../shared/lists/remind-with-undo.ts'
import { deleteSwipe, remindSwipe } from '../../../shared/lists/row-swipes.tsx'
import { ExportSelected, RemindButton } from '../../../shared/lists/bulk-actions.tsx'
import { customerColumn } from '../../../shared/customers/customer-column.tsx'
import { DocumentLines, titleColumn, totalColumn, updatedColumn } from '../../../shared/documents/document-rows.tsx'
import { ServiceTile } from '../../../shared/bookings/service-tile.tsx'
import { useWithoutDeleted } from '../../../ui/feedback/undo.ts'
import type { RowSwipes } from '../../../ui/layout/selectable-card.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { DataList, type Column } from '../../../ui/layout/data-list.tsx'
import type { Sorting } from '../../../ui/layout/sorting.tsx'
import { Chip, stateLabel, StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { offerQuery, invalidateOffers } from '../api.ts'
import { deleteDraft } from '../drafts/delete-draft.ts'
import { isLocalId } from '../drafts/local-drafts.ts'
import { deadlineOf, isExpiring } from '../offer-deadline.ts'
import type { OfferTab } from './offer-tabs.ts'
import { tabLabel } from '../labels.ts'

interface RowsProps {
  tab: OfferTab
  rows: readonly OfferSummary[]
  href: (id: string) => string
  now: Date
  sorting?: Sorting
}

/** Title of an offer, or a default naming the customer while it has none. */
export const titleOf = ({ title, customer }: Pick<OfferSummary, 'title' | 'customer'>): string => {
  const name = customer.name
  return title || t`Offer for ${name}`
}

export function OfferRows({ tab, rows: all, href, now, sorting }: RowsProps) {
  const client = useQueryClient()
  const rows = useWithoutDeleted(all)
  const pending = new Set(useQueuedMutations().map(({ subject }) => subject))
  return (
    <DataList
      label={tabLabel(tab)}
      rows={rows}
      columns={columns(tab, now, pending)}
      card={(offer) => <OfferLines offer={offer} now={now} pending={pending.has(offer.id)} />}
      rowKey={({ id }) => id}
      href={({ id }) => href(id)}
      onPress={({ id }) => isLocalId(id) || void client.prefetchQuery(offerQuery(id))}
      sorting={sorting}
      rowActions={
        tab === 'waiting'
          ? (offer) => (
              <RemindButton
                label={remindLabel(titleOf(offer))}
                rows={[offer]}
                mayRemind={mayRemind}
                remind={remind}
                onDone={() => invalidateOffers(client)}
              />
            )
          : undefined
      }
      swipes={(offer) =>
        tab === 'waiting' && mayRemind(offer)
          ? reminding(offer, client)
          : tab === 'drafts' && isAllowed(offer, 'remove')
            ? deleting(offer, client)
            : {}
      }
      bulk={{
        nameOf: titleOf,
        actions: (selected, clear) => (
          <>
            {tab === 'waiting' && (
              <RemindButton
                rows={selected}
                mayRemind={mayRemind}
                remind={remind}
                onDone={() => {
                  clear()
                  invalidateOffers(client)
                }}
              />
            )}
            <ExportSelected name={t`Offers`} table={() => offersTable(selected)} />
          </>
        ),
      }}
    />
  )
}

/** Whether a row may be reminded of or removed. Rows stored on this device by an earlier version don't say so. */
const isAllowed = ({ allowedActions }: Partial<OfferSummary>, action: OfferListAction): boolean =>
  allowedActions?.includes(action) ?? false
const mayRemind = (offer: OfferSummary) => isAllowed(offer, 'remind')

const remind = ({ id, version }: OfferSummary) => call(remindOfOffer, { params: { id }, body: { version } })
const reminding = (offer: OfferSummary, client: QueryClient): RowSwipes => ({
  toEnd: remindSwipe(() => {
    const { id, version, customer } = offer
    void remindWithUndo({ id, customerName: customer.name }, async () => {
      await call(remindOfOffer, { params: { id }, body: { version } }, { keepalive: true })
      invalidateOffers(client)
    })
  }),
})

const deleting = (offer: OfferSummary, client: QueryClient): RowSwipes => ({
  toStart: deleteSwipe(
    () => void deleteWithUndo({ id: offer.id, name: titleOf(offer) }, () => deleteDraft(client, offer.id)),
  ),
})

const remindLabel = (title: string) => t`Remind: ${title}`

const offersTable = (offers: readonly OfferSummary[]): CsvTable => ({
  header: [t`Reference`, t`Offer`, t`Customer`, t`Status`, t`Total`, t`Currency`, t`Sent`, t`Expires`],
  rows: offers.map((offer) => [
    offer.reference,
    titleOf(offer),
    offer.customer.name,
    stateLabel(offer.status),
    ...moneyCells(offer.total),
    dayCell(offer.sentAt, ownTimeZone()),
    dayCell(offer.validUntil, ownTimeZone()),
  ]),
})

/** Offer as a short card: title, customer, amount and status. */
export function OfferLines({ offer, now, pending = false }: { offer: OfferSummary; now: Date; pending?: boolean }) {
  return (
    <DocumentLines
      title={titleOf(offer)}
      picture={<ServiceTile type={offer.serviceCategory} />}
      total={offer.total}
      customer={offer.customer}
      about={[offer.reference, offer.city]}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-0.5 text-sm">
        <StatusChip state={offer.status} />
        {pending && <Unsent />}
        <Extras offer={offer} />
        <Deadline offer={offer} now={now} className="ms-auto" />
      </div>
    </DocumentLines>
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
          <Plural value={viewCount} one="Viewed once" other="Viewed # times" />
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
function Deadline({
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

const columns = (tab: OfferTab, now: Date, pending: ReadonlySet<string>): Column<OfferSummary>[] => [
  titleColumn<OfferSummary>('offer', t`Offer`, titleOf, ({ serviceCategory }) => (
    <ServiceTile type={serviceCategory} />
  )),
  customerColumn(),
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
        sort: 'deadline',
        header: tab === 'waiting' ? t`Expires in` : t`Reply within`,
        className: 'whitespace-nowrap',
        cell: (offer) => <Deadline offer={offer} now={now} />,
      }
    : updatedColumn(now),
  totalColumn(t`Total`, ({ total }) => total),
]
