import type { QueryClient } from '@tanstack/react-query'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { conversationPath, returned } from '../../routing/conversation-path.ts'
import { useDocumentListParams } from '../../shared/documents/use-document-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { offersQuery } from './api.ts'
import { OffersList } from './list/offers-list.tsx'
import { readTab } from './list/offer-tabs.ts'

const NewOffer = lazy(async () => ({ default: (await import('./drafts/new-offer.tsx')).NewOffer }))

/** Reads the first page of the offers to quote into the cache, which the address without a query shows. */
export const loadData = async (client: QueryClient, search: URLSearchParams) => {
  if (search.size === 0) await client.prefetchInfiniteQuery(offersQuery({ tab: readTab(null) }))
}

/** Screen with the list of offers. */
export function Component() {
  const listParams = useDocumentListParams({ readTab, path: paths.offer })
  const navigate = useNavigate()
  const { customer, from } = listParams.creating ?? {}
  const close = () => {
    if (from === undefined) return listParams.setCreating(false)
    void navigate(conversationPath(from), { replace: true, state: returned })
  }
  return (
    <Page
      title={t`Offers`}
      width="list"
      actions={
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => listParams.setCreating(true)}>
          <span className="max-sm:sr-only">
            <Trans>New offer</Trans>
          </span>
        </Button>
      }
    >
      <OffersList listParams={listParams} />
      <Suspense>{listParams.creating && <NewOffer customerId={customer} from={from} onClose={close} />}</Suspense>
    </Page>
  )
}
