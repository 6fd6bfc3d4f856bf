import type { Charts as ChartsData, DashboardRange } from '@fettle/protocol/workspace/dashboard'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Section } from '../../ui/layout/card.tsx'
import { useNear } from '../../ui/layout/use-near.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { rangeTitles } from './range-switch.tsx'

const Charts = lazy(async () => ({ default: (await import('./charts/charts.tsx')).Charts }))
const MoneyChart = lazy(async () => ({ default: (await import('./charts/charts.tsx')).MoneyChart }))

/** Renders its children when they come near the viewport, and a placeholder until then. */
function WhenNear({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [isNear, setNear] = useState(false)
  const container = useNear(!isNear, () => setNear(true))
  return <div ref={container}>{isNear ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>
}

/** The earnings chart, drawn when it comes near the viewport. */
export const LazyMoneyChart = ({ charts }: { charts: ChartsData }) => (
  <WhenNear waiting={<Skeleton className="h-60 rounded-card" />}>
    <MoneyChart charts={charts} />
  </WhenNear>
)

/** The other charts, drawn when they come near the viewport; they are below all actions. */
export function LazyCharts({ charts, range }: { charts: ChartsData; range: DashboardRange }) {
  const waiting = (
    <div aria-hidden="true" className="grid items-start gap-4 md:grid-cols-2">
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-52 rounded-card" />
      ))}
    </div>
  )
  return (
    <Section title={rangeTitles()[range]}>
      <WhenNear waiting={waiting}>
        <Charts charts={charts} />
      </WhenNear>
    </Section>
  )
}
