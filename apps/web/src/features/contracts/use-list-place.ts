import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { readTab, type ContractTab } from './model.ts'

/** Long enough not to ask for every letter, short enough not to feel it. */
const PAUSE = 250

/** Where one stands in the list: kept in the address, so that back, reload and a shared link find it again. */
export interface ListPlace {
  tab: ContractTab
  customer: string | undefined
  q: string
  /** What stands in the search field: a moment ahead of `q`. */
  typed: string
  /** A contract is being begun, for this customer where one is named. */
  making: { customer: string | undefined } | undefined
  chooseTab: (tab: ContractTab) => void
  type: (text: string) => void
  make: (open: boolean) => void
  forAll: () => void
  /** Where a contract is, with this place around it. */
  href: (id: string) => string
}

/** `/contracts?tab=&q=&customer=`; with `new` somebody is about to write one. */
export function useListPlace(): ListPlace {
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
    const timer = setTimeout(() => setSearch(change, { replace: true }), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, q, setSearch])

  return {
    tab: readTab(search.get('tab')),
    // Beside a new contract the customer is whom it is for.
    customer: isNew ? undefined : customer,
    q,
    typed,
    making: isNew ? { customer } : undefined,
    chooseTab: (tab) => set({ tab }),
    type: setTyped,
    make: (open) => set(open ? { new: '' } : { new: undefined, ...(isNew && { customer: undefined }) }),
    forAll: () => set({ customer: undefined }),
    href: (id) => paths.contract(id) + (around.size > 0 ? `?${around}` : ''),
  }
}
