import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { useProfile } from '../../lib/profile.ts'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { tabIn, type TabName } from './model.ts'
import { InformationTab, useEditing } from './parts/information-tab.tsx'
import { SummaryCard } from './parts/summary-card.tsx'

export function Component() {
  const profile = useProfile()
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search.get('tab'))
  const editing = useEditing(profile)
  return (
    <Page title={t`Profile`}>
      <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <SummaryCard profile={profile} onFill={editing.onEdit} />
        <Tabs<TabName>
          label={t`Parts of the profile`}
          tabs={[{ name: 'information', label: t`Profile Information` }]}
          current={tab}
          onChange={(name) => setSearch({ tab: name }, { replace: true })}
        >
          <InformationTab profile={profile} {...editing} />
        </Tabs>
      </div>
    </Page>
  )
}
