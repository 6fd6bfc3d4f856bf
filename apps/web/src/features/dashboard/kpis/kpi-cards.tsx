import type { DashboardRange, Kpi } from '@fettle/protocol/workspace/dashboard'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { memo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Section } from '../../../ui/layout/card.tsx'
import { RangeSwitch } from '../range-switch.tsx'
import { kpiText } from '../figures.ts'
import { isBetter, mainKpis, otherKpis } from '../model.ts'
import { kpiLabel } from '../labels.ts'
import { KpiSheet } from './kpi-sheet.tsx'

/** Four KPIs, with the others behind a button. Each opens the items it was computed from. */
export const KpiCards = memo(function KpiCards(props: {
  kpis: readonly Kpi[]
  range: DashboardRange
  onRange: (range: DashboardRange) => void
}) {
  const { kpis, range, onRange } = props
  const [isWhole, setWhole] = useState(false)
  const [openedKey, setOpenedKey] = useState<Kpi['key']>()
  const opened = kpis.find(({ key }) => key === openedKey)
  const shown = isWhole ? [...mainKpis(kpis), ...otherKpis(kpis)] : mainKpis(kpis)
  return (
    <Section title={<Trans>Stats</Trans>} actions={<RangeSwitch range={range} onChange={onRange} />}>
      <ul className="grid grid-cols-2 gap-3">
        {shown.map((kpi) => (
          <li key={kpi.key} className="grid grid-cols-1">
            <KpiCard kpi={kpi} onOpen={() => setOpenedKey(kpi.key)} />
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? <Trans>See fewer stats</Trans> : <Trans>See all stats</Trans>}
      </Button>
      {opened && <KpiSheet kpi={opened} range={range} onClose={() => setOpenedKey(undefined)} />}
    </Section>
  )
})

function KpiCard({ kpi, onOpen }: { kpi: Kpi; onOpen: () => void }) {
  const text = kpiText(kpi)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="@container grid grid-cols-1 content-start gap-1.5 rounded-card border border-line bg-surface-raised p-4 text-start shadow-raised transition-colors hover:bg-surface-hover"
    >
      <span className="text-sm text-text-muted">{kpiLabel(kpi.key)}</span>
      <span
        className={clsx(
          'font-semibold tracking-tight tabular-nums',
          // A card is half a column wide, and some languages need more room for a million than English does.
          text.length > 12
            ? 'text-sm'
            : text.length > 10
              ? 'text-base'
              : text.length > 8
                ? 'text-base @[8.25rem]:text-xl'
                : 'text-xl',
        )}
      >
        {text}
      </span>
      <Trend kpi={kpi} />
    </button>
  )
}

const asOfNow: ReadonlySet<Kpi['key']> = new Set(['upcomingValue', 'openOffersValue', 'rating', 'profileStrength'])

/** Change of a KPI, shown by sign, word and colour. Always one line, so that cards are equally high. */
function Trend({ kpi }: { kpi: Kpi }) {
  const better = asOfNow.has(kpi.key) || kpi.sampleTooSmall ? undefined : isBetter(kpi)
  const by = kpiText({ unit: 'PERCENT', value: Math.abs(kpi.deltaPercent ?? 0), currency: null })
  const isUp = (kpi.deltaPercent ?? 0) > 0
  return (
    <span
      className={clsx(
        'text-xs font-semibold tabular-nums',
        better === undefined ? 'text-text-muted' : better ? 'text-success' : 'text-danger',
      )}
    >
      {kpi.value === null ? (
        <Trans>No data yet</Trans>
      ) : asOfNow.has(kpi.key) ? (
        <Trans>Right now</Trans>
      ) : kpi.sampleTooSmall ? (
        <Trans>Not enough data yet</Trans>
      ) : better !== undefined ? (
        <>
          <span aria-hidden="true">{isUp ? '↑ ' : '↓ '}</span>
          {isUp ? <Trans>Up {by}</Trans> : <Trans>Down {by}</Trans>}
        </>
      ) : kpi.value === kpi.previous ? (
        <Trans>Unchanged</Trans>
      ) : (
        <Trans>No earlier data</Trans>
      )}
    </span>
  )
}

export const KpiSkeleton = () => (
  <div aria-hidden="true" className="grid grid-cols-2 gap-3">
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} className="h-28 rounded-card" />
    ))}
  </div>
)
