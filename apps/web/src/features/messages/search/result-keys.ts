import type { KeyboardEvent } from 'react'
import { isComposing } from '../../../lib/forms/is-composing.ts'

const results = (room: Element): HTMLElement[] => [...room.querySelectorAll<HTMLElement>('[data-result]')]

/**
 * Key handler of a search field with results: arrow keys move between field and results, Home and End to the first and
 * last result.
 */
export function moveInResults(event: KeyboardEvent<HTMLElement>): void {
  const room = event.currentTarget
  const field = room.querySelector<HTMLInputElement>('input[type=search]')
  const all = results(room)
  const isField = event.target === field
  const at = isField ? -1 : all.findIndex((each) => each === event.target)
  if ((!isField && at < 0) || all.length === 0 || isComposing(event)) return
  const to = placeAfter(event.key, at, all.length, isField)
  if (to === undefined) return
  event.preventDefault()
  if (to < 0) field?.focus()
  else all[to]?.focus()
}

function placeAfter(key: string, at: number, count: number, isField: boolean): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (isField) return undefined
  if (key === 'ArrowUp') return at - 1
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
