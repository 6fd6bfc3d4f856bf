import type { KeyboardEvent } from 'react'
import { isComposing } from '../../../../lib/forms/is-composing.ts'
import { randomId } from '../../../../lib/random-id.ts'
import type { Editing } from '../use-editing.ts'
import { addLine, moveLine } from './draft-edits.ts'
import { caretOf, lineOf, moveOf, neighbourOf } from './keys.ts'
import type { Cells } from './use-cells.ts'

/** Keys of the table: Enter, Tab and the arrow keys move and add lines, Alt moves a line, Control undoes. */
export function useTableKeys({ content, edit, undo, redo }: Editing, cells: Cells) {
  const addAfter = (after: string) => {
    const id = randomId()
    cells.focusNext(`${id}.name`)
    edit((before) => addLine(before, id, { after }))
  }
  const isBlank = (id: string) => {
    const line = content.lineItems.find((other) => other.id === id)
    return !line || (line.name === '' && line.unitPrice === 0)
  }
  return (event: KeyboardEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')
    const from = cell?.dataset['cell']
    if (!cell || !from || isComposing(event)) return
    const id = lineOf(from)
    // Tab leaves the table from an empty last line, and adds a line from a filled one.
    if (event.key === 'Tab' && !event.shiftKey && !isBlank(id)) {
      if (cells.names().at(-1) !== from) return
      event.preventDefault()
      return addAfter(id)
    }
    const move = moveOf(event, caretOf(cell))
    if (!move) return
    event.preventDefault()
    switch (move) {
      case 'undo':
      case 'redo':
        cells.keepFocus()
        return move === 'undo' ? undo() : redo()
      case 'line-up':
      case 'line-down':
        cells.focusNext(from)
        return edit((before) => moveLine(before, id, move === 'line-up' ? -1 : 1))
      default: {
        const to = neighbourOf(cells.names(), from, move)
        if (to) cells.focus(to)
        else if (move === 'down' && event.key === 'Enter' && !isBlank(id)) addAfter(id)
      }
    }
  }
}
