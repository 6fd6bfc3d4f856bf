import { useEffect, useEffectEvent } from 'react'

/** Handles the keys of a page that nothing on it has handled. An input method, which composes a letter, keeps its own. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented && !event.isComposing) onKey(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Whether a key was pressed in a field, where it writes. */
export const isInField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null

/** Whether a modal dialog covers the page. */
export const isModalOpen = (): boolean => document.querySelector('dialog:modal') !== null
