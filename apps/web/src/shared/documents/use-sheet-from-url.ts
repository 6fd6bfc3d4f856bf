import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { replaceSearchParams } from '../../routing/replace-search-params.ts'

/**
 * Opens the sheet an address asks for, once: `?action=extend` comes from a notification. `act` gets only what the
 * server allows, or one of `always`.
 */
export function useSheetFromUrl(
  { allowedActions }: { allowedActions: readonly string[] },
  act: (action: string) => void,
  always: readonly string[] = [],
): void {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('action')
  useEffect(() => {
    if (!asked) return
    if (allowedActions.includes(asked) || always.includes(asked)) act(asked)
    replaceSearchParams(setSearch, { action: undefined })
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when the address says so
  }, [asked])
}
