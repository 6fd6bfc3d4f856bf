import type { OfferSummary } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNow } from '../../../lib/browser/now.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import { DocumentsList } from '../../../shared/documents/document-list.tsx'
import type { DocumentListParams } from '../../../shared/documents/use-document-list-params.ts'
import { offersQuery } from '../api.ts'
import { offerTabs, statusesOf, type OfferTab } from './offer-tabs.ts'
import { NoOffers } from './no-offers.tsx'
import { OfferRows } from './offer-rows.tsx'
import { useLocalOffers } from '../drafts/use-local-drafts.ts'
import { tabLabel } from '../labels.ts'

/** Whether a local offer matches the filter. */
const matchesFilter = (offer: OfferSummary, { customer, q }: DocumentListParams<OfferTab>): boolean => {
  const text = searchText(q)?.toLocaleLowerCase() ?? ''
  const isFor = customer === undefined || offer.customer.id === customer
  return isFor && [offer.title, offer.customer.name].some((words) => words.toLocaleLowerCase().includes(text))
}

/** Offers with tabs, counts, totals and search. */
export function OffersList({ listParams }: { listParams: DocumentListParams<OfferTab> }) {
  const { tab, customer, q } = listParams
  const now = useNow()
  const localOffers = useLocalOffers().filter((offer) => matchesFilter(offer, listParams))
  const showsLocal = tab === 'drafts' && localOffers.length > 0
  return (
    <DocumentsList
      listParams={listParams}
      localCounts={{ drafts: localOffers.length }}
      first={
        showsLocal && (
          <section aria-label={t`On this device only`} className="grid gap-2">
            <h2 className="text-sm font-semibold text-text-muted">
              <Trans>On this device only</Trans>
            </h2>
            <OfferRows tab={tab} rows={localOffers} href={listParams.href} now={now} />
          </section>
        )
      }
      query={useInfiniteQuery(offersQuery({ tab, customer, q: searchText(q), sort: listParams.sorting.current }))}
      tabs={offerTabs}
      tabLabel={tabLabel}
      statusesOf={statusesOf}
      label={t`Offers by status`}
      searchLabel={t`Search offers`}
      failed={t`We couldn't load the offers.`}
      empty={!showsLocal && <NoOffers listParams={listParams} />}
    >
      {(rows) => <OfferRows tab={tab} rows={rows} href={listParams.href} now={now} sorting={listParams.sorting} />}
    </DocumentsList>
  )
}
