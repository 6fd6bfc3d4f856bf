/** Event that asks a field with an incomplete date to show its error. */
export const INCOMPLETE = 'fettle:incomplete'

/** Attribute of a field with an incomplete date. */
export const whereIncomplete = { 'data-incomplete': true } as const

/** The topmost dialog, or the page. */
const inFront = (): ParentNode => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document

/**
 * Focuses the first field with an incomplete date, shows its error, and returns whether there is one. Call before
 * sending fields without a form, since an incomplete date would be sent as empty; forms check it themselves.
 */
export function focusIncomplete(within: ParentNode = inFront()): boolean {
  const fields = [...within.querySelectorAll('[data-incomplete]')]
  for (const field of fields) field.dispatchEvent(new Event(INCOMPLETE))
  fields[0]?.querySelector<HTMLElement>('[contenteditable]')?.focus()
  return fields.length > 0
}
