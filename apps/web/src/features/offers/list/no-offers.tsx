import { Trans } from '@lingui/react/macro'
import { CircleCheck, FileText, Hourglass, Inbox, Pencil, Plus, SearchX } from 'lucide-react'
import { searchText } from '../../../lib/format/search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { DocumentListParams } from '../../../shared/documents/use-document-list-params.ts'
import type { OfferTab } from '../model.ts'

/** Empty state of a tab, with the first step. */
export function NoOffers({ listParams }: { listParams: DocumentListParams<OfferTab> }) {
  const text = searchText(listParams.q)
  if (text) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>No results for “{text}”</Trans>}
        action={
          <Button variant="secondary" onClick={() => listParams.type('')}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>Try another tab, or search for part of a name, title or reference.</Trans>
      </EmptyState>
    )
  }
  const begin = (
    <Button variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => listParams.make(true)}>
      <Trans>Create an offer</Trans>
    </Button>
  )
  switch (listParams.tab) {
    case 'quote':
      return (
        <EmptyState icon={<Inbox size={26} />} title={<Trans>No quote requests</Trans>} action={begin}>
          <Trans>Quote requests from customers appear here, with the time you have to reply.</Trans>
        </EmptyState>
      )
    case 'drafts':
      return (
        <EmptyState icon={<Pencil size={26} />} title={<Trans>No drafts</Trans>} action={begin}>
          <Trans>Drafts stay here until you send them, even offline.</Trans>
        </EmptyState>
      )
    case 'waiting':
      return (
        <EmptyState icon={<Hourglass size={26} />} title={<Trans>No offers waiting</Trans>}>
          <Trans>Sent offers stay here until the customer replies. You can see how often they viewed them.</Trans>
        </EmptyState>
      )
    case 'accepted':
      return (
        <EmptyState icon={<CircleCheck size={26} />} title={<Trans>No accepted offers yet</Trans>}>
          <Trans>Accepted offers appear here, ready to book.</Trans>
        </EmptyState>
      )
    case 'closed':
      return (
        <EmptyState icon={<FileText size={26} />} title={<Trans>No closed offers</Trans>}>
          <Trans>Declined, withdrawn and expired offers are kept here. You can duplicate them.</Trans>
        </EmptyState>
      )
  }
}
