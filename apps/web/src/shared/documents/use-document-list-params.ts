import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Long enough not to search for every letter, short enough not to be noticed. */
const SEARCH_DEBOUNCE_MS = 250

/** State of a document list, kept in the address, so that back, reload and shared links restore it. */
export interface DocumentListParams<Tab extends string> {
  tab: Tab
  customer: string | undefined
  q: string
  /** Text in the search field, which is ahead of `q`. */
  typed: string
  /** The creation dialog is open, with its preselected customer and the conversation it was opened from. */
  making: { customer: string | undefined; from: string | undefined } | undefined
  chooseTab: (tab: Tab) => void
  type: (text: string) => void
  make: (open: boolean) => void
  forAll: () => void
  /** Address of a document that keeps the list's state. */
  href: (id: string) => string
}

interface DocumentListOptions<Tab extends string> {
  readTab: (value: string | null) => Tab
  /** Address of a document. */
  path: (id: string) => string
}

/** Parameters `?tab=&q=&customer=`; `new` opens the creation dialog, as the composer's “Offer” entry does. */
export function useDocumentListParams<Tab extends string>({
  readTab,
  path,
}: DocumentListOptions<Tab>): DocumentListParams<Tab> {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const customer = search.get('customer') ?? undefined
  const isNew = search.has('new')
  const around = new URLSearchParams(search)
  around.delete('new')

  const set = (values: Record<string, string | undefined>) =>
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined) params.delete(name)
          else params.set(name, value)
        }
        return params
      },
      { replace: true },
    )

  useEffect(() => {
    if (typed === q) return
    const change = (params: URLSearchParams) => {
      if (typed.trim() === '') params.delete('q')
      else params.set('q', typed)
      return params
    }
    const timer = setTimeout(() => setSearch(change, { replace: true }), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, setSearch])

  return {
    tab: readTab(search.get('tab')),
    // With `new`, the customer is the recipient instead of a filter.
    customer: isNew ? undefined : customer,
    q,
    typed,
    making: isNew ? { customer, from: search.get('from') ?? undefined } : undefined,
    chooseTab: (tab) => set({ tab }),
    type: setTyped,
    make: (open) => set(open ? { new: '' } : { new: undefined, ...(isNew && { customer: undefined }) }),
    forAll: () => set({ customer: undefined }),
    href: (id) => path(id) + (around.size > 0 ? `?${around}` : ''),
  }
}
