import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Star, Wallet } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useTableRoom } from '../../lib/browser/media.ts'
import { useProfile } from '../../shared/profile/profile.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { tabIn, tabs, type TabName } from './model.ts'
import { InformationTab, useEditing } from './components/information-tab.tsx'
import { SummaryCard } from './components/summary-card.tsx'

const DocumentsTab = lazy(async () => ({
  default: (await import('./documents/documents-tab.tsx')).DocumentsTab,
}))
const InviteTab = lazy(async () => ({
  default: (await import('./invite/invite-tab.tsx')).InviteTab,
}))
const AvailabilityTab = lazy(async () => ({
  default: (await import('./availability/availability-tab.tsx')).AvailabilityTab,
}))
const QuickRepliesTab = lazy(async () => ({
  default: (await import('./quick-replies/quick-replies-tab.tsx')).QuickRepliesTab,
}))
const PriceBookTab = lazy(async () => ({
  default: (await import('./price-book/price-book-tab.tsx')).PriceBookTab,
}))
const SecurityTab = lazy(async () => ({
  default: (await import('./security/security-tab.tsx')).SecurityTab,
}))
const NotificationsTab = lazy(async () => ({
  default: (await import('./notifications/notifications-tab.tsx')).NotificationsTab,
}))
const DataTab = lazy(async () => ({
  default: (await import('./data/data-tab.tsx')).DataTab,
}))

const labels = (): Record<TabName, string> => ({
  information: t`Profile Information`,
  documents: t`Upload documents`,
  invite: t`Invite a friend`,
  availability: t`Availability`,
  'quick-replies': t`Quick replies`,
  'price-book': t`Price book`,
  security: t`Security`,
  notifications: t`Notifications`,
  data: t`Your data`,
})

export function Component() {
  const profile = useProfile()
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search)
  const { editing, onEdit, onClose } = useEditing(profile)
  const names = labels()
  const open = (name: TabName) => setSearch({ tab: name }, { replace: true })
  const isDesk = useTableRoom()
  const content: Record<TabName, () => ReactNode> = {
    information: () => <InformationTab profile={profile} editing={editing} onEdit={onEdit} onClose={onClose} />,
    documents: () => <DocumentsTab profile={profile} />,
    invite: () => <InviteTab />,
    availability: () => <AvailabilityTab />,
    'quick-replies': () => <QuickRepliesTab />,
    'price-book': () => <PriceBookTab country={profile.country} />,
    security: () => <SecurityTab profile={profile} />,
    notifications: () => <NotificationsTab />,
    data: () => <DataTab />,
  }
  const summary = (
    <SummaryCard
      profile={profile}
      onFill={(group) => {
        open('information')
        onEdit(group)
      }}
    />
  )
  return (
    <Page
      title={t`Profile`}
      actions={
        <>
          <Link to={paths.reviews} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Star size={20} aria-hidden="true" className="max-sm:hidden" />
            <Trans>Reviews</Trans>
          </Link>
          <Link to={paths.earnings} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Wallet size={20} aria-hidden="true" className="max-sm:hidden" />
            <Trans>Earnings and payouts</Trans>
          </Link>
        </>
      }
    >
      <Tabs<TabName>
        label={t`Profile sections`}
        tabs={tabs.map((name) => ({ name, label: names[name] }))}
        current={tab}
        onChange={open}
        beside={isDesk ? summary : undefined}
      >
        <div className="grid grid-cols-1 gap-6">
          {/* On a phone it would be between every tab and its content. */}
          {!isDesk && tab === 'information' && summary}
          <Suspense fallback={<SkeletonList rows={3} />}>{content[tab]()}</Suspense>
        </div>
      </Tabs>
    </Page>
  )
}
