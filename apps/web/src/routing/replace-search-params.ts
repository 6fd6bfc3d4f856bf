import type { SetURLSearchParams } from 'react-router'

/** Sets parameters of the address without a new entry in the history. Undefined removes one; the others stay. */
export function replaceSearchParams(
  setSearch: SetURLSearchParams,
  values: Readonly<Record<string, string | undefined>>,
): void {
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
}
