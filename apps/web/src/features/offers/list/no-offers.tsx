import { Trans } from '@lingui/react/macro'
import { CircleCheck, FileText, Hourglass, Inbox, Pencil, Plus, SearchX } from 'lucide-react'
import { searchText } from '../../../lib/format/search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { DocumentListParams } from '../../../shared/document-lists/use-document-list-params.ts'
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
      <Trans>Write an offer</Trans>
    </Button>
  )
  switch (listParams.tab) {
    case 'quote':
      return (
        <EmptyState icon={<Inbox size={26} />} title={<Trans>Nothing to quote</Trans>} action={begin}>
          <Trans>
            When a customer asks what a job would cost, the request comes in here, with the time you have to answer it.
          </Trans>
        </EmptyState>
      )
    case 'drafts':
      return (
        <EmptyState icon={<Pencil size={26} />} title={<Trans>No drafts</Trans>} action={begin}>
          <Trans>What you are writing is kept here until you send it, also without a connection.</Trans>
        </EmptyState>
      )
    case 'waiting':
      return (
        <EmptyState icon={<Hourglass size={26} />} title={<Trans>Nothing waits for an answer</Trans>}>
          <Trans>Offers you have sent stand here until the customer answers, with how often they looked.</Trans>
        </EmptyState>
      )
    case 'accepted':
      return (
        <EmptyState icon={<CircleCheck size={26} />} title={<Trans>Nothing accepted yet</Trans>}>
          <Trans>What a customer accepts stands here, ready to be booked.</Trans>
        </EmptyState>
      )
    case 'closed':
      return (
        <EmptyState icon={<FileText size={26} />} title={<Trans>Nothing closed</Trans>}>
          <Trans>Offers that were declined, withdrawn or ran out are kept here. You can copy them to new ones.</Trans>
        </EmptyState>
      )
  }
}
