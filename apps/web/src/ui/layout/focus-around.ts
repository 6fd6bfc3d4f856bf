/**
 * Moves the focus out of an element that is about to be removed: to what `within` selects around it; by default to the
 * heading of the dialog or pane around it, else to the tab, popover or page. Does nothing when the focus is elsewhere.
 */
export function focusAround(
  element: Element | null,
  within = 'dialog, aside, [popover], [role=tabpanel], #main',
): void {
  if (!element?.contains(document.activeElement)) return
  const room = element.closest<HTMLElement>(within)
  const heading = room?.matches('dialog, aside') ? room.querySelector<HTMLElement>('h2[tabindex]') : null
  ;(heading ?? room)?.focus({ preventScroll: true })
}
