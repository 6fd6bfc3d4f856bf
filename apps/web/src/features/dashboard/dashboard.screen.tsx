import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { CalendarDays, ChevronRight, MessagesSquare, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { longDay, partOfDay, type PartOfDay } from './model.ts'

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

/** Home: who you are, what day it is, and the ways to what waits for you. */
export function Component() {
  const { i18n } = useLingui()
  const { firstName, completeness } = useProfile()
  const now = new Date()
  const percent = completeness.percent
  return (
    <Page title={t`Home`} heading={greeting(partOfDay(now), firstName)} description={longDay(now, i18n.locale)}>
      <ul className="grid gap-3 md:grid-cols-2">
        <Way
          to={paths.bookings}
          icon={<CalendarDays size={22} />}
          title={<Trans>Bookings</Trans>}
          text={<Trans>Answer requests and see what is agreed</Trans>}
        />
        <Way
          to={paths.messages}
          icon={<MessagesSquare size={22} />}
          title={<Trans>Messages</Trans>}
          text={<Trans>Write with your customers</Trans>}
        />
        {percent < 100 && (
          <Way
            to={paths.profile}
            icon={<UserRound size={22} />}
            title={<Trans>Finish your profile</Trans>}
            text={<Trans>{percent} % complete. Customers choose people they can picture.</Trans>}
          />
        )}
      </ul>
    </Page>
  )
}

function Way({ to, icon, title, text }: { to: string; icon: ReactNode; title: ReactNode; text: ReactNode }) {
  return (
    <li>
      <Card className="h-full transition-colors hover:bg-surface-hover">
        <Link to={to} className="flex min-h-21 items-center gap-4 rounded-card p-4">
          <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
            {icon}
          </span>
          <span className="grid min-w-0 flex-1">
            <span className="font-semibold">{title}</span>
            <span className="text-sm text-text-muted">{text}</span>
          </span>
          <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-text-muted" />
        </Link>
      </Card>
    </li>
  )
}
