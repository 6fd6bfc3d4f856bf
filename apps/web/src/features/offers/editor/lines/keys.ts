import { towardsEnd } from '../../../../lib/i18n/direction.ts'
import { latinKey } from '../../../../shared/shortcuts/latin-key.ts'

/** Spreadsheet-like keyboard navigation. */

/** Interprets a key press; undefined leaves it to the cell. */
export type Move = 'up' | 'down' | 'left' | 'right' | 'line-up' | 'line-down' | 'undo' | 'redo'

export interface Press {
  key: string
  code?: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Caret position in a text cell, whose `start` is its left edge; a select keeps its arrow keys. */
export type Caret = 'start' | 'end' | 'both' | 'within' | 'choice'

/** Interprets a key pressed in a cell; undefined leaves it to the cell. */
export function moveOf(press: Press, caret: Caret): Move | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = press
  if (ctrlKey || metaKey) {
    const letter = latinKey(press).toLowerCase()
    if (letter === 'z') return shiftKey ? 'redo' : 'undo'
    return letter === 'y' ? 'redo' : undefined
  }
  if (altKey) return key === 'ArrowUp' ? 'line-up' : key === 'ArrowDown' ? 'line-down' : undefined
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (shiftKey || caret === 'choice') return undefined
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowLeft' && (caret === 'start' || caret === 'both')) return 'left'
  if (key === 'ArrowRight' && (caret === 'end' || caret === 'both')) return 'right'
  return undefined
}

/** Figures run from left to right in every language. */
const RIGHT_TO_LEFT_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Where the caret is in a cell. */
export function caretOf(element: Element): Caret {
  if (!(element instanceof HTMLInputElement) || element.type !== 'text') return 'choice'
  const { selectionStart: from, selectionEnd: to, value } = element
  // A fully selected value can be left in both directions.
  if (value === '' || (from === 0 && to === value.length)) return 'both'
  if (from !== to) return 'within'
  if (from !== 0 && to !== value.length) return 'within'
  return (from === 0) === RIGHT_TO_LEFT_LETTER.test(value) ? 'end' : 'start'
}

const split = (name: string): [line: string, column: string] => {
  const at = name.lastIndexOf('.')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** The neighbouring cell; undefined at the edge. Rows are in visual order. */
export function neighbourOf(
  names: readonly string[],
  from: string,
  move: 'up' | 'down' | 'left' | 'right',
): string | undefined {
  if (move === 'left' || move === 'right') return names[names.indexOf(from) + towardsEnd(move === 'left' ? -1 : 1)]
  const [, column] = split(from)
  const inColumn = names.filter((name) => split(name)[1] === column)
  return inColumn[inColumn.indexOf(from) + (move === 'up' ? -1 : 1)]
}

/** Line id of a cell name, `lineId.column`. */
export const lineOf = (name: string): string => split(name)[0]
/** Column of a cell name, `lineId.column`. */
export const columnOf = (name: string): string => split(name)[1]
