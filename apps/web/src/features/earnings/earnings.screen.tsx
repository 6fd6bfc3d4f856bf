import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useEarningsName } from '../../routing/page-names.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { Overview } from './overview.tsx'
import { Entries } from './entries.tsx'
import { Payouts } from './payouts.tsx'

const tabs = ['overview', 'entries', 'payouts'] as const
type TabName = (typeof tabs)[number]
const isTab = (name: string | null): name is TabName => tabs.some((tab) => tab === name)

/** Earnings: overview, ledger and payouts. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const requestedTab = search.get('tab')
  const tab: TabName = isTab(requestedTab) ? requestedTab : 'overview'
  const open = (name: TabName) => setSearch(name === 'overview' ? {} : { tab: name }, { replace: true })
  const labels: Record<TabName, string> = { overview: t`Overview`, entries: t`Entries`, payouts: t`Payouts` }
  const content: Record<TabName, () => ReactNode> = {
    overview: () => <Overview onPayouts={() => open('payouts')} />,
    entries: () => <Entries />,
    payouts: () => <Payouts />,
  }
  return (
    <Page
      title={useEarningsName()}
      actions={
        <Link to={paths.invoices} className={buttonClass({ variant: 'secondary' })}>
          <ReceiptText size={20} aria-hidden="true" />
          <Trans>Invoices</Trans>
        </Link>
      }
    >
      <Tabs<TabName>
        label={t`Earnings sections`}
        tabs={tabs.map((name) => ({ name, label: labels[name] }))}
        current={tab}
        onChange={open}
      >
        {content[tab]()}
      </Tabs>
    </Page>
  )
}
