import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/now.ts'
import { searchText } from '../../lib/search-text.ts'
import { PapersList } from '../../shared/papers/papers-list.tsx'
import type { PapersPlace } from '../../shared/papers/use-papers-place.ts'
import { offersQuery } from './api.ts'
import { offerTabs, statusesOf, type OfferTab } from './model.ts'
import { NoOffers } from './no-offers.tsx'
import { OfferRows, type RowsLayout } from './offer-rows.tsx'
import { tabLabel } from './words.ts'

/** Tabs with their counts and what they come to, a search, and the offers they leave. */
export function OffersList({ place, layout }: { place: PapersPlace<OfferTab>; layout: RowsLayout }) {
  const { tab, customer, q } = place
  const now = useNow()
  return (
    <PapersList
      place={place}
      query={useInfiniteQuery(offersQuery({ tab, customer, q: searchText(q) }))}
      tabs={offerTabs}
      tabLabel={tabLabel}
      statusesOf={statusesOf}
      label={t`Offers by state`}
      searchLabel={t`Search offers`}
      failed={t`The offers could not be loaded.`}
      empty={<NoOffers place={place} />}
    >
      {(rows) => <OfferRows tab={tab} rows={rows} href={place.href} now={now} layout={layout} />}
    </PapersList>
  )
}
