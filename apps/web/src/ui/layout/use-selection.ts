import { useState } from 'react'

/** Selected rows of a list. */
export interface Selection<Row> {
  /** Rows can be selected by tapping them. On a desktop they have checkboxes at all times. */
  isSelecting: boolean
  selected: readonly Row[]
  isChosen: (key: string) => boolean
  toggle: (key: string) => void
  chooseAll: () => void
  /** Starts selecting, with a row. */
  start: (key?: string) => void
  clear: () => void
}

/** Selection of rows for an action on several. Rows that leave the list leave the selection. */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isSelecting, setSelecting] = useState(false)
  const isChosen = (key: string) => chosen.has(key)
  return {
    isSelecting,
    // Rows that are gone from the list are no longer selected.
    selected: rows.filter((row) => isChosen(rowKey(row))),
    isChosen,
    toggle: (key) => {
      const next = new Set(chosen)
      if (!next.delete(key)) next.add(key)
      setChosen(next)
    },
    chooseAll: () => setChosen(new Set(rows.map(rowKey))),
    start: (key) => {
      setSelecting(true)
      setChosen(new Set(key === undefined ? [] : [key]))
    },
    clear: () => {
      setSelecting(false)
      setChosen(new Set())
    },
  }
}
