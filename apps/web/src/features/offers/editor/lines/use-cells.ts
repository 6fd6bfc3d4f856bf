import { useCallback, useEffect, useRef } from 'react'

export type Cells = ReturnType<typeof useCells>

/** Cells of the table by name (`lineId.column`), and the focus among them. */
export function useCells() {
  const table = useRef<HTMLTableElement>(null)
  const nextFocus = useRef<string>(undefined)
  const canLoseFocus = useRef(false)

  const list = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  const find = (name: string) => table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`)

  useEffect(() => {
    if (canLoseFocus.current && document.activeElement === document.body) list().at(-1)?.focus()
    canLoseFocus.current = false
    const cell = nextFocus.current === undefined ? undefined : find(nextFocus.current)
    if (!cell) return
    nextFocus.current = undefined
    cell.focus()
  })

  return {
    table,
    /** Names in visual order. */
    names: () => list().map(({ dataset }) => dataset['cell'] ?? ''),
    focus: (name: string) => find(name)?.focus(),
    /** Focuses a cell as soon as it is rendered. */
    focusNext: useCallback((name: string) => {
      nextFocus.current = name
    }, []),
    /** Focuses the last cell if the next render removes the focused one. */
    keepFocus: () => {
      canLoseFocus.current = true
    },
  }
}
