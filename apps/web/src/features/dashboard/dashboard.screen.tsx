import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { regionalLocale } from '../../lib/dates.ts'
import { useNow } from '../../lib/now.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { useProfile } from '../../lib/profile.ts'
import { useUnread } from '../../lib/unread.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx'
import { aheadQuery, waitingQuery, type Excerpt } from './api.ts'
import { BookingStack } from './booking-stack.tsx'
import { FirstCard } from './first-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { byUrgency, firstOf, isNew, longDay, partOfDay, startOfToday, stillAhead, type PartOfDay } from './model.ts'
import { SetupCard } from './setup-card.tsx'

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

/** Home: what to do now, what comes next, and what is still missing. */
export function Component() {
  const now = useNow()
  const { firstName, completeness } = useProfile()
  const unread = useUnread('messages')
  const waiting = useQuery(waitingQuery)
  const ahead = useQuery(aheadQuery(startOfToday(now)))

  const settled = (waiting.data && ahead.data) || waiting.isError || ahead.isError

  return (
    <Page title={t`Home`} heading={greeting(partOfDay(now), firstName)} description={longDay(now, regionalLocale())}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="grid gap-6">
          {waiting.data && ahead.data ? (
            <Today waiting={waiting.data} ahead={ahead.data} unread={unread} now={now} />
          ) : waiting.isError || ahead.isError ? (
            <NotLoaded
              error={waiting.error ?? ahead.error}
              busy={waiting.isFetching || ahead.isFetching}
              retry={() => void Promise.all([waiting.refetch(), ahead.refetch()])}
            />
          ) : (
            <TodaySkeleton />
          )}
        </div>
        {/* Below the rest on a phone, so it waits for the rest: nothing on the screen may be pushed away. */}
        <div className={clsx('grid gap-4', !settled && 'max-lg:hidden')}>
          <MessagesCard unread={unread} />
          {completeness.percent < 100 && <SetupCard completeness={completeness} />}
        </div>
      </div>
    </Page>
  )
}

interface TodayProps {
  waiting: Excerpt
  ahead: Excerpt
  unread: number
  now: Date
}

function Today({ waiting, ahead, unread, now }: TodayProps) {
  const first = firstOf({ requests: waiting.bookings, jobs: ahead.bookings, unread, now })
  if (first.kind === 'nothing' && isNew(waiting.countsByStatus)) return <Beginning />
  const shown = 'booking' in first ? first.booking.id : undefined
  const requests = byUrgency(waiting.bookings, now).filter(({ id }) => id !== shown)
  const jobs = stillAhead(ahead.bookings, now).filter(({ id }) => id !== shown)
  return (
    <>
      <FirstCard first={first} now={now} />
      {requests.length > 0 && (
        <Section title={<Trans>Also waiting</Trans>} actions={<All to={paths.bookings} />}>
          <BookingStack label={t`Also waiting`} rows={requests.slice(0, 3)} now={now} />
        </Section>
      )}
      <Section
        title={<Trans>Coming up</Trans>}
        actions={ahead.total > 0 && <All to={`${paths.bookings}?tab=upcoming`} />}
      >
        {jobs.length > 0 ? (
          <BookingStack label={t`Coming up`} rows={jobs.slice(0, 5)} now={now} />
        ) : (
          <Quiet>
            {shown && first.kind === 'job' ? (
              <Trans>Nothing after that yet.</Trans>
            ) : (
              <Trans>Jobs you accept stand here in the order of their start.</Trans>
            )}
          </Quiet>
        )}
      </Section>
    </>
  )
}

const All = ({ to }: { to: string }) => (
  <Link to={to} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
    <Trans>See all</Trans>
  </Link>
)

const Quiet = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-text-muted">{children}</p>
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

function TodaySkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <p className="sr-only">
        <Trans>Loading</Trans>
      </p>
      <Skeleton className="h-52 rounded-card" />
      <SkeletonList rows={3} />
    </div>
  )
}

function NotLoaded({ error, busy, retry }: { error: unknown; busy: boolean; retry: () => void }) {
  return (
    <Banner
      tone="danger"
      alert
      title={t`Your day could not be loaded.`}
      action={
        <Button size="sm" variant="secondary" busy={busy} onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {errorText(error, t`Try again in a moment.`)}
    </Banner>
  )
}
