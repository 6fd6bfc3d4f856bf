import { Trans } from '@lingui/react/macro'
import { Plus, SearchX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { searchText } from '../../lib/format/search-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { DocumentListParams } from './use-document-list-params.ts'

/** Empty state of a tab. */
export interface EmptyTab {
  Icon: LucideIcon
  title: ReactNode
  hint: ReactNode
  /** Whether creating a document is the first step. */
  mayCreate?: boolean
}

interface EmptyListProps<Tab extends string> {
  listParams: DocumentListParams<Tab>
  tabs: Record<Tab, EmptyTab>
  /** Label of the button that creates a document. */
  create: ReactNode
}

/** A tab without documents, or a search without results. */
export function EmptyList<Tab extends string>({ listParams, tabs, create }: EmptyListProps<Tab>) {
  const text = searchText(listParams.q)
  if (text) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>No results for “{text}”</Trans>}
        action={
          <Button variant="secondary" onClick={() => listParams.setTyped('')}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>Try another tab, or search for part of a name, title or reference.</Trans>
      </EmptyState>
    )
  }
  const { Icon, title, hint, mayCreate } = tabs[listParams.tab]
  return (
    <EmptyState
      icon={<Icon size={26} />}
      title={title}
      action={
        mayCreate && (
          <Button
            variant="secondary"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => listParams.setCreating(true)}
          >
            {create}
          </Button>
        )
      }
    >
      {hint}
    </EmptyState>
  )
}
