import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Long enough not to ask for every letter, short enough not to feel it. */
const SEARCH_DEBOUNCE_MS = 250

/** Where one stands in a list of papers: kept in the address, so that back, reload and a shared link find it again. */
export interface DocumentListParams<Tab extends string> {
  tab: Tab
  customer: string | undefined
  q: string
  /** What stands in the search field: a moment ahead of `q`. */
  typed: string
  /** One is being begun, for this customer where one is named, from this conversation where it was begun in one. */
  making: { customer: string | undefined; from: string | undefined } | undefined
  chooseTab: (tab: Tab) => void
  type: (text: string) => void
  make: (open: boolean) => void
  forAll: () => void
  /** Where a paper is, with this place around it. */
  href: (id: string) => string
}

interface DocumentListOptions<Tab extends string> {
  readTab: (value: string | null) => Tab
  /** The address of one. */
  path: (id: string) => string
}

/** `?tab=&q=&customer=`; with `new` somebody is about to write one, as the composer's “Offer” asks for. */
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
    // Beside a new one the customer is whom it is for.
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
