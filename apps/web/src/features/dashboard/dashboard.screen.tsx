import type { Dashboard, DashboardRange } from '@fettle/protocol/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { regionalLocale } from '../../lib/dates.ts'
import { useNow } from '../../lib/now.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { useProfile } from '../../lib/profile.ts'
import { useUnread } from '../../lib/unread.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx'
import { dashboardQuery } from './api.ts'
import { FirstCard } from './first-card.tsx'
import { KpiCards, KpiSkeleton } from './kpi-cards.tsx'
import { LaterCharts } from './later-charts.tsx'
import { MessagesCard } from './messages-card.tsx'
import { firstOf, longDay, partOfDay, rangeOf, restOf, type PartOfDay } from './model.ts'
import { RangeSwitch } from './range-switch.tsx'
import { SetupCard } from './setup-card.tsx'
import { TodayRoute } from './today-route.tsx'
import { TodoList } from './todo-list.tsx'

const NewestReviews = lazy(async () => ({ default: (await import('./newest-reviews.tsx')).NewestReviews }))

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

/** Home: what to do now, what comes today, what waits, and how it goes. */
export function Component() {
  const now = useNow()
  const { firstName } = useProfile()
  const unread = useUnread('messages')
  const [search, setSearch] = useSearchParams()
  const range = rangeOf(search)
  const home = useQuery(dashboardQuery(range))

  return (
    <Page
      title={t`Home`}
      heading={greeting(partOfDay(now), firstName)}
      description={longDay(now, regionalLocale())}
      actions={<RangeSwitch range={range} onChange={(next) => setSearch({ range: next }, { replace: true })} />}
    >
      {home.data ? (
        <Shown home={home.data} range={range} unread={unread} now={now} />
      ) : home.isError ? (
        <Banner
          tone="danger"
          alert
          title={t`Your day could not be loaded.`}
          action={
            <Button size="sm" variant="secondary" busy={home.isFetching} onClick={() => void home.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(home.error, t`Try again in a moment.`)}
        </Banner>
      ) : (
        <Desk aside={<KpiSkeleton />} asideWaits>
          <div aria-busy="true" className="grid gap-6">
            <p className="sr-only">
              <Trans>Loading</Trans>
            </p>
            <Skeleton className="h-52 rounded-card" />
            <SkeletonList rows={3} />
          </div>
        </Desk>
      )}
    </Page>
  )
}

interface ShownProps {
  home: Dashboard
  range: DashboardRange
  unread: number
  now: Date
}

function Shown({ home, range, unread, now }: ShownProps) {
  const { today, todos, kpis, charts, setup } = home
  const first = firstOf(home, unread)
  const rest = restOf(todos, first, setup)
  const hasToday = today.stops.length + today.tomorrow.total + today.unscheduled.length > 0
  return (
    <>
      <Desk
        aside={
          <>
            <KpiCards kpis={kpis} range={range} />
            <MessagesCard unread={unread} />
            {home.reviews.length > 0 && (
              <Suspense>
                <NewestReviews reviews={home.reviews} now={now} />
              </Suspense>
            )}
          </>
        }
      >
        {setup && <SetupCard {...setup} />}
        {setup && first.kind === 'nothing' ? <Beginning /> : <FirstCard first={first} now={now} />}
        {(hasToday || !setup) && <TodayRoute today={today} now={now} />}
        <TodoList todos={rest} range={range} />
      </Desk>
      {!setup && <LaterCharts charts={charts} range={home.range} />}
    </>
  )
}

/** What is to be done beside what is to be known; one below the other on a phone. */
const Desk = ({
  children,
  aside,
  asideWaits = false,
}: {
  children: ReactNode
  aside: ReactNode
  asideWaits?: boolean
}) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
    <div className="grid gap-6">{children}</div>
    {/* Below the rest on a phone, so it waits for the rest: nothing on the screen may be pushed away. */}
    <div className={clsx('grid gap-4', asideWaits && 'max-lg:hidden')}>{aside}</div>
  </div>
)

/** Before the first request: what will happen, instead of empty lists. */
function Beginning() {
  return (
    <Section
      title={<Trans>You are ready for your first request</Trans>}
      description={<Trans>This is how it goes from here.</Trans>}
    >
      <ol className="grid gap-3">
        <Step number={1} title={<Trans>A customer asks for a job</Trans>}>
          <Trans>You are told at once: here, by the bell, and on your desktop if you allow it.</Trans>
        </Step>
        <Step number={2} title={<Trans>You accept or decline</Trans>}>
          <Trans>Each request says how long you have. The address and the phone number follow when you accept.</Trans>
        </Step>
        <Step number={3} title={<Trans>You agree on the rest in messages</Trans>}>
          <Trans>Everything stays in one conversation with each customer.</Trans>
        </Step>
      </ol>
    </Section>
  )
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface-raised p-4 shadow-raised">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text"
      >
        {number}
      </span>
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-text-muted">{children}</p>
      </div>
    </li>
  )
}
