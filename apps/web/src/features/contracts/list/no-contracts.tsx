import { Trans } from '@lingui/react/macro'
import { CircleCheck, Hourglass, Pencil, Plus, ScrollText, SearchX } from 'lucide-react'
import { searchText } from '../../../lib/format/search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { DocumentListParams } from '../../../shared/document-lists/use-document-list-params.ts'
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
          <Trans>What you are writing is kept here until you sign it. So is what a customer wants changed.</Trans>
        </EmptyState>
      )
    case 'sign':
      return (
        <EmptyState icon={<Hourglass size={26} />} title={<Trans>Nothing waits to be signed</Trans>}>
          <Trans>Once you have signed, a contract stands here until the customer signs too.</Trans>
        </EmptyState>
      )
    case 'active':
      return (
        <EmptyState icon={<ScrollText size={26} />} title={<Trans>No contract is under way</Trans>} action={begin}>
          <Trans>
            Bigger jobs get a contract once the customer accepts your offer. What both of you signed stands here, with
            how far it is and what is due next.
          </Trans>
        </EmptyState>
      )
    case 'done':
      return (
        <EmptyState icon={<CircleCheck size={26} />} title={<Trans>Nothing done yet</Trans>}>
          <Trans>A contract comes here when its last milestone is approved.</Trans>
        </EmptyState>
      )
    case 'ended':
      return (
        <EmptyState icon={<ScrollText size={26} />} title={<Trans>Nothing ended early</Trans>}>
          <Trans>Contracts that were declined, given up or ended before they were done are kept here.</Trans>
        </EmptyState>
      )
  }
}
