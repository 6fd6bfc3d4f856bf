/** Whether an event comes from a dialog within the element that handles it, which the dialog covers. */
export function isFromDialog({ target, currentTarget }: { target: EventTarget; currentTarget: Element }): boolean {
  const dialog = target instanceof Element ? target.closest('dialog') : null
  return dialog !== null && dialog !== currentTarget && currentTarget.contains(dialog)
}
