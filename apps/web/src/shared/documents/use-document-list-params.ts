import { documentSorts, type DocumentSort } from '@fettle/protocol/common/list-sorts'
import { useSearchParams } from 'react-router'
import { replaceSearchParams } from '../../routing/replace-search-params.ts'
import { useSearchText, type SearchText } from '../lists/use-search-text.ts'

/** State of a document list, kept in the address, so that back, reload and shared links restore it. */
export interface DocumentListParams<Tab extends string> extends SearchText {
  tab: Tab
  customer: string | undefined
  /** The creation dialog is open, with its preselected customer and the conversation it was opened from. */
  creating: { customer: string | undefined; from: string | undefined } | undefined
  sorting: { current: DocumentSort; onSort: (sort: string) => void }
  chooseTab: (tab: Tab) => void
  /** Opens or closes the creation dialog. */
  setCreating: (open: boolean) => void
  /** Shows the documents of all customers. */
  clearCustomer: () => void
  /** Address of a document that keeps the list's state. */
  href: (id: string) => string
}

interface DocumentListOptions<Tab extends string> {
  readTab: (value: string | null) => Tab
  /** Address of a document. */
  path: (id: string) => string
}

/**
 * Parameters `?tab=&q=&customer=&sort=`; `new` opens the creation dialog, as the composer's “Offer” entry does, and may
 * name the recipient.
 */
export function useDocumentListParams<Tab extends string>({
  readTab,
  path,
}: DocumentListOptions<Tab>): DocumentListParams<Tab> {
  const [search, setSearch] = useSearchParams()
  const searchText = useSearchText(search, setSearch)
  const customer = search.get('customer') ?? undefined
  const recipient = search.get('new') ?? undefined
  // With an empty `new`, the customer is the recipient instead of a filter.
  const filter = recipient === '' ? undefined : customer
  const listSearch = new URLSearchParams(search)
  listSearch.delete('new')

  const set = (values: Record<string, string | undefined>) => replaceSearchParams(setSearch, values)

  return {
    tab: readTab(search.get('tab')),
    customer: filter,
    ...searchText,
    creating:
      recipient === undefined ? undefined : { customer: recipient || customer, from: search.get('from') ?? undefined },
    sorting: {
      current: documentSorts.find((each) => each === search.get('sort')) ?? '-updatedAt',
      onSort: (sort) => set({ sort: sort === '-updatedAt' ? undefined : sort }),
    },
    chooseTab: (tab) => set({ tab }),
    setCreating: (open) => set(open ? { new: filter ?? '' } : { new: undefined, customer: filter }),
    clearCustomer: () => set({ customer: undefined }),
    href: (id) => path(id) + (listSearch.size > 0 ? `?${listSearch}` : ''),
  }
}
