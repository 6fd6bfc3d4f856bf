import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNow } from '../../../lib/browser/now.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import { DocumentsList } from '../../../shared/documents/document-list.tsx'
import type { DocumentListParams } from '../../../shared/documents/use-document-list-params.ts'
import { contractsQuery } from '../api.ts'
import { contractTabs, statusesOf, type ContractTab } from './contract-tabs.ts'
import { NoContracts } from './no-contracts.tsx'
import { ContractRows } from './contract-rows.tsx'
import { tabLabel } from '../labels.ts'

/** Contracts with tabs, counts, totals and search. */
export function ContractsList({ listParams }: { listParams: DocumentListParams<ContractTab> }) {
  const { tab, customer, q } = listParams
  const now = useNow()
  return (
    <DocumentsList
      listParams={listParams}
      query={useInfiniteQuery(contractsQuery({ tab, customer, q: searchText(q), sort: listParams.sorting.current }))}
      tabs={contractTabs}
      tabLabel={tabLabel}
      statusesOf={statusesOf}
      label={t`Contracts by status`}
      searchLabel={t`Search contracts`}
      failed={t`We couldn't load the contracts.`}
      empty={<NoContracts listParams={listParams} />}
    >
      {(rows) => <ContractRows tab={tab} rows={rows} href={listParams.href} now={now} sorting={listParams.sorting} />}
    </DocumentsList>
  )
}
