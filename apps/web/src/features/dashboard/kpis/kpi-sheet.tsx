import type { DashboardRange, Kpi, KpiItem } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { dayName, durationText, ownTimeZone } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { Stars } from '../../../shared/reviews/stars.tsx'
import { PagedRows } from '../../../shared/lists/paged-rows.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { kpiItemsQuery } from '../api.ts'
import { kpiText } from '../figures.ts'
import { itemDetail, itemTitle, kpiMeaning } from './kpi-labels.ts'
import { kpiLabel } from '../labels.ts'

interface SheetProps {
  kpi: Kpi
  range: DashboardRange
  onClose: () => void
}

/** Sheet with the meaning of a KPI and the items it was computed from. */
export function KpiSheet({ kpi, range, onClose }: SheetProps) {
  return (
    <Dialog
      kind="panel"
      onClose={onClose}
      title={
        <>
          {kpiLabel(kpi.key)}: <span className="tabular-nums">{kpiText(kpi)}</span>
        </>
      }
      description={kpiMeaning(kpi.key)}
    >
      <Rows kpi={kpi} range={range} onLeave={onClose} />
      {(kpi.key === 'earnings' || kpi.key === 'rating') && (
        <Link
          to={kpi.key === 'rating' ? paths.reviews : paths.earnings}
          onClick={onClose}
          className="mt-4 inline-flex min-h-11 items-center font-semibold text-accent-text underline"
        >
          {kpi.key === 'rating' ? <Trans>See all reviews</Trans> : <Trans>See all earnings</Trans>}
        </Link>
      )}
    </Dialog>
  )
}

function Rows({ kpi, range, onLeave }: { kpi: Kpi; range: DashboardRange; onLeave: () => void }) {
  const items = useInfiniteQuery({ ...kpiItemsQuery(kpi.key, range), enabled: kpi.drilldown !== null })
  if (kpi.drilldown === null) {
    return (
      <p className="text-text-muted">
        <Trans>No data for this period</Trans>
      </p>
    )
  }
  const isShare = kpi.unit === 'PERCENT' && kpi.key !== 'profileStrength'
  return (
    <div className="grid gap-4">
      {isShare && (
        <p className="text-sm text-text-muted">
          <Trans>
            {kpi.numerator ?? 0} of {kpi.denominator ?? 0}
          </Trans>
        </p>
      )}
      <PagedRows query={items} rowsOf={({ rows }) => rows} failed={t`We couldn't load these.`} empty={null}>
        {(rows) => (
          <ul className="-mx-2 grid">
            {rows.map((item) => (
              <li key={item.id}>
                <Row item={item} isShare={isShare} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </div>
  )
}

function Row({ item, isShare, onLeave }: { item: KpiItem; isShare: boolean; onLeave: () => void }) {
  const now = useNow()
  const facts = [
    item.at && dayName(item.at, item.timeZone ?? ownTimeZone(), now),
    itemDetail(item),
    item.minutes !== null && durationText(item.minutes),
  ].filter(Boolean)
  return (
    <Link
      to={item.redirect}
      onClick={onLeave}
      className="flex min-h-11 items-center gap-3 rounded-control px-2 py-2 hover:bg-surface-hover active:bg-surface-hover"
    >
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="truncate font-medium">
          {itemTitle(item)}
        </span>
        <span className="text-sm text-text-muted tabular-nums">{facts.join(' · ')}</span>
      </span>
      {item.stars !== null && <Stars value={item.stars} size={14} className="shrink-0" />}
      {item.amount && <span className="shrink-0 font-medium tabular-nums">{moneyText(item.amount)}</span>}
      {isShare && <Chip tone={item.counted ? 'info' : 'neutral'}>{item.counted ? t`Counted` : t`Not counted`}</Chip>}
    </Link>
  )
}
