import type { Dashboard, DashboardRange } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { regionalLocale } from '../../lib/format/dates.ts'
import { useIsPainted } from '../../lib/browser/first-paint.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useProfile } from '../../shared/profile/profile.ts'
import { useKnownUnread } from '../../lib/browser/unread.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton, SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { dashboardQuery } from './api.ts'
import { MostUrgentCard } from './most-urgent-card.tsx'
import { KpiCards, KpiSkeleton } from './kpis/kpi-cards.tsx'
import { LazyCharts, LazyMoneyChart } from './lazy-charts.tsx'
import { MessagesCard } from './messages-card.tsx'
import { mostUrgentOf, longDay, partOfDay, rangeOf, listsOf, type PartOfDay } from './model.ts'
import { SetupCard } from './setup-card.tsx'
import { TodayRoute } from './today-route.tsx'
import { TodoList } from './todo-list.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'
import { NewestReviews } from './newest-reviews.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'

function greeting(part: PartOfDay, name: string): string {
  switch (part) {
    case 'morning':
      return t`Good morning, ${name}`
    case 'afternoon':
      return t`Good afternoon, ${name}`
    case 'evening':
      return t`Good evening, ${name}`
    default:
      return t`Still up, ${name}?`
  }
}

/** Reads the dashboard of the address's range into the cache. */
export const loadData = (client: QueryClient, search: URLSearchParams) =>
  client.prefetchQuery(dashboardQuery(rangeOf(search)))

/** Dashboard: next action, today's jobs, to-dos and KPIs. */
export function Component() {
  const now = useNow()
  const { firstName } = useProfile()
  const unread = useKnownUnread('messages')
  const [search, setSearch] = useSearchParams()
  const range = rangeOf(search)
  const home = useQuery(dashboardQuery(range))

  return (
    <Page
      title={t`Home`}
      heading={
        <>
          {greeting(partOfDay(now), firstName)}
          <span className="block text-base font-normal tracking-normal text-text-muted">
            {longDay(now, regionalLocale())}
          </span>
        </>
      }
      width="full"
    >
      {home.data ? (
        <DashboardContent
          home={home.data}
          range={range}
          onRange={(next) => setSearch({ range: next }, { replace: true })}
          unread={unread}
          now={now}
        />
      ) : home.isError ? (
        <LoadError title={t`We couldn't load your day.`} query={home} />
      ) : (
        <Waiting>
          <p className="sr-only">
            <Trans>Loading</Trans>
          </p>
          <Skeleton className="h-52 rounded-card" />
        </Waiting>
      )}
    </Page>
  )
}

interface DashboardContentProps {
  home: Dashboard
  range: DashboardRange
  onRange: (range: DashboardRange) => void
  /** Undefined: not known yet. */
  unread: number | undefined
  now: Date
}

/** Renders the next action first and the rest after the first paint, so that a slow phone shows something early. */
function DashboardContent({ home, range, onRange, unread, now }: DashboardContentProps) {
  const { setup } = home
  const isPainted = useIsPainted()
  const mostUrgent = mostUrgentOf(home, unread ?? 0)
  const lists = listsOf(home, mostUrgent)
  const { today } = home
  const isFirstDay = setup !== null && mostUrgent.kind === 'nothing'
  const hasToday = today.stops.length + today.tomorrow.total + today.unscheduled.length > 0
  return (
    <>
      <DesktopLayout
        middle={
          isPainted && (
            <>
              {isFirstDay && <OnboardingSteps isSetUp={setup.steps.every(({ done }) => done)} now={now} />}
              <TodoList todos={lists.todos} range={range} now={now} />
            </>
          )
        }
        aside={
          isPainted && (
            <>
              <KpiCards kpis={home.kpis} range={range} onRange={onRange} />
              {!setup && <LazyMoneyChart charts={home.charts} />}
              <MessagesCard unread={unread} />
              {home.reviews.length > 0 && <NewestReviews reviews={home.reviews} now={now} />}
            </>
          )
        }
      >
        {setup && <SetupCard {...setup} />}
        {/* “All done” would contradict a list of what waits. */}
        {!isFirstDay && !(mostUrgent.kind === 'nothing' && lists.todos.length > 0) && (
          <MostUrgentCard mostUrgent={mostUrgent} todos={lists.cardTodos} now={now} />
        )}
        {isPainted ? (
          (hasToday || !setup) && (
            <TodayRoute lists={lists} hasCard={lists.stops.length < today.stops.length} now={now} />
          )
        ) : (
          <WaitingRows />
        )}
      </DesktopLayout>
      {isPainted && !setup && <LazyCharts charts={home.charts} range={home.range} />}
    </>
  )
}

/** Placeholder that reserves space for content that is loading. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <DesktopLayout>
    {children}
    <WaitingRows />
  </DesktopLayout>
)

const WaitingRows = () => (
  <div aria-busy>
    <SkeletonList rows={3} />
  </div>
)

/** One column on a phone, two on a laptop, three on large screens: today, what waits, and figures. */
const DesktopLayout = (props: { children: ReactNode; middle?: ReactNode; aside?: ReactNode }) => {
  const { children, middle, aside } = props
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(22rem,1fr)]">
      <div className="grid min-w-0 grid-cols-1 gap-6 max-xl:lg:col-start-1">{children}</div>
      <div className="grid min-w-0 grid-cols-1 gap-6 max-xl:lg:col-start-1 empty:max-xl:hidden">{middle}</div>
      {/* On a phone this column is below the rest and rendered after it, so that the layout does not shift. */}
      <div
        className={clsx(
          'grid min-w-0 grid-cols-1 gap-4 max-xl:lg:col-start-2 max-xl:lg:row-span-2 max-xl:lg:row-start-1',
          !aside && 'max-lg:hidden',
        )}
      >
        {aside || <KpiSkeleton />}
      </div>
    </div>
  )
}
