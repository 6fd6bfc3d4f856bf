import type { Faq } from '@fettle/protocol/support/support'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useConnection } from '../../../lib/http/connection.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import { useDebounced } from '../../../lib/forms/use-debounced.ts'
import { allFaqsQuery, foundFaqsQuery } from '../api.ts'
import { searchHere } from '../model.ts'

const SEARCH_DEBOUNCE_MS = 250

/**
 * Finds articles: by the server's full-text search, offline among the stored articles. Undefined for an empty query or
 * while loading. The same list until it changes.
 */
export function useFoundArticles(typed: string, limit = 20): Faq[] | undefined {
  const isConnected = useConnection()
  const q = searchText(useDebounced(typed, SEARCH_DEBOUNCE_MS))
  const { data: all } = useQuery(allFaqsQuery)
  const { data, isError } = useQuery({ ...foundFaqsQuery(q ?? '', limit), enabled: q !== undefined && isConnected })
  const faqs = useDeferredValue(all)
  const isServerNeeded = isConnected && !isError
  const stored = useMemo(
    () => (q === undefined || isServerNeeded ? undefined : faqs && searchHere(faqs, q).slice(0, limit)),
    [q, isServerNeeded, faqs, limit],
  )
  if (q === undefined) return undefined
  return data && !isError ? data : stored
}
