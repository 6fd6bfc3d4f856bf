import { Trans } from '@lingui/react/macro'
import { CircleCheck, Hourglass, Pencil, Plus, ScrollText, SearchX } from 'lucide-react'
import { searchText } from '../../../lib/format/search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { DocumentListParams } from '../../../shared/documents/use-document-list-params.ts'
import type { ContractTab } from '../model.ts'

/** Empty state of a tab, with the first step. */
export function NoContracts({ listParams }: { listParams: DocumentListParams<ContractTab> }) {
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
      <Trans>Create contract</Trans>
    </Button>
  )
  switch (listParams.tab) {
    case 'drafts':
      return (
        <EmptyState icon={<Pencil size={26} />} title={<Trans>No drafts</Trans>} action={begin}>
          <Trans>Drafts stay here until you sign them. Contracts a customer wants changed appear here too.</Trans>
        </EmptyState>
      )
    case 'sign':
      return (
        <EmptyState icon={<Hourglass size={26} />} title={<Trans>No contracts to sign</Trans>}>
          <Trans>Contracts you've signed stay here until the customer signs too.</Trans>
        </EmptyState>
      )
    case 'active':
      return (
        <EmptyState icon={<ScrollText size={26} />} title={<Trans>No active contracts</Trans>} action={begin}>
          <Trans>
            For bigger jobs, create a contract once the customer accepts your offer. Contracts you've both signed appear
            here, with their progress and what's due next.
          </Trans>
        </EmptyState>
      )
    case 'done':
      return (
        <EmptyState icon={<CircleCheck size={26} />} title={<Trans>No completed contracts yet</Trans>}>
          <Trans>Contracts appear here when their last milestone is approved.</Trans>
        </EmptyState>
      )
    case 'ended':
      return (
        <EmptyState icon={<ScrollText size={26} />} title={<Trans>No ended contracts</Trans>}>
          <Trans>Declined, expired and cancelled contracts and those that ended early are kept here.</Trans>
        </EmptyState>
      )
  }
}
