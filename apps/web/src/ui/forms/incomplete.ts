import { useEffect, type RefObject } from 'react'

/** Event that asks a field with an incomplete value to show its error. */
export const INCOMPLETE = 'fettle:incomplete'

/** Attribute of a field whose text is not a value yet: part of a date, or an invalid amount. */
export const whereIncomplete = { 'data-incomplete': true } as const

/** The topmost dialog, or the page. */
const topmostDialogOrPage = (): ParentNode => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document

/**
 * Focuses the first incomplete field, shows its error, and returns whether there is one. Call before sending fields
 * without a form, since the value sent would not be the text shown; forms check it themselves.
 */
export function focusIncomplete(root: ParentNode = topmostDialogOrPage()): boolean {
  const fields = [...root.querySelectorAll<HTMLElement>('[data-incomplete]')]
  for (const field of fields) field.dispatchEvent(new Event(INCOMPLETE))
  const first = fields[0]
  ;(first?.querySelector<HTMLElement>('[contenteditable]') ?? first)?.focus()
  return fields.length > 0
}

/** The form that submits the field, not one around its dialog. */
export function formOf(element: Element): HTMLFormElement | null {
  const container = element.closest('form, dialog')
  return container instanceof HTMLFormElement ? container : null
}

/** Keeps the field's form from being submitted while the field is incomplete. */
export function useIncompleteGuard(field: RefObject<Element | null>, isIncomplete: boolean) {
  useEffect(() => {
    const form = isIncomplete && field.current && formOf(field.current)
    if (!form) return
    // Runs first, because all others read the value, which is not the text shown.
    const stop = (event: SubmitEvent) => {
      if (!focusIncomplete(form)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    form.addEventListener('submit', stop, true)
    return () => form.removeEventListener('submit', stop, true)
  }, [field, isIncomplete])
}
