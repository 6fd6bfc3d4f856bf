/** Asks a field whose date is incomplete to say so. */
export const INCOMPLETE = 'fettle:incomplete'

/** Marks a field whose date is incomplete. */
export const whereIncomplete = { 'data-incomplete': true } as const

/** The dialog on top, or the page. */
const inFront = (): ParentNode => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document

/**
 * Whether a date there is incomplete. If so its field says it, and the first such field has the focus. Whoever sends
 * what stands in fields without a form asks first: an incomplete date would be sent as an empty one. Forms need not.
 */
export function focusIncomplete(within: ParentNode = inFront()): boolean {
  const fields = [...within.querySelectorAll('[data-incomplete]')]
  for (const field of fields) field.dispatchEvent(new Event(INCOMPLETE))
  fields[0]?.querySelector<HTMLElement>('[contenteditable]')?.focus()
  return fields.length > 0
}
