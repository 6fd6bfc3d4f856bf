/**
 * Moves the focus out of a row that is about to be removed: to this control of the next row, else of the previous one,
 * else to what comes after the list. Does nothing when the focus is elsewhere.
 */
export function focusBeside(row: Element | null, control: string): void {
  if (!row?.contains(document.activeElement)) return
  const neighbour = row.nextElementSibling ?? row.previousElementSibling
  const next = row.parentElement?.nextElementSibling
  const found = neighbour
    ? neighbour.querySelector<HTMLElement>(control)
    : next instanceof HTMLButtonElement
      ? next
      : next?.querySelector<HTMLElement>('input, button, a')
  found?.focus()
}
