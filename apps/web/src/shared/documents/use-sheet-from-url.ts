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
  const action = search.get('action')
  useEffect(() => {
    if (!action) return
    if (allowedActions.includes(action) || always.includes(action)) act(action)
    replaceSearchParams(setSearch, { action: undefined })
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per action in the address
  }, [action])
}
