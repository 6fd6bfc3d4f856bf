import type { QueryClient } from '@tanstack/react-query'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { paths } from '../../routing/paths.ts'
import { useDocumentListParams } from '../../shared/documents/use-document-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { contractsQuery } from './api.ts'
import { ContractsList } from './list/contracts-list.tsx'
import { readTab } from './list/contract-tabs.ts'
import { NewContract } from './new-contract.tsx'

/** Reads the first page of the active contracts into the cache, which the address without a query shows. */
export const loadData = async (client: QueryClient, search: URLSearchParams) => {
  if (search.size === 0) await client.prefetchInfiniteQuery(contractsQuery({ tab: readTab(null) }))
}

/** Screen with the list of contracts. */
export function Component() {
  const listParams = useDocumentListParams({ readTab, path: paths.contract })
  return (
    <Page
      title={t`Contracts`}
      width="list"
      actions={
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => listParams.setCreating(true)}>
          <span className="max-sm:sr-only">
            <Trans>New contract</Trans>
          </span>
        </Button>
      }
    >
      <ContractsList listParams={listParams} />
      {listParams.creating && (
        <NewContract customerId={listParams.creating.customer} onClose={() => listParams.setCreating(false)} />
      )}
    </Page>
  )
}
