import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

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
    setSearch(
      (params) => {
        params.delete('action')
        return params
      },
      { replace: true },
    )
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when the address says so
  }, [asked])
}
