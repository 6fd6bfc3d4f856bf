import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react'

/** Drop position of a line. */
export interface DropPosition {
  id: string
  below: boolean
}

/**
 * Drag and drop of lines by their handle, by mouse or touch. The row under the pointer, found by `data-line`, is the
 * target.
 */
export function useDrag(onDrop: (id: string, to: { beside: string; below: boolean }) => void) {
  const [draggedId, setDraggedId] = useState<string>()
  const [drop, setDrop] = useState<DropPosition>()
  const onMove = useEffectEvent(({ clientX, clientY }: globalThis.PointerEvent) => {
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-line]')
    const id = row?.dataset['line']
    if (!row || !id || id === draggedId) return setDrop(undefined)
    const { top, height } = row.getBoundingClientRect()
    const below = clientY > top + height / 2
    setDrop((before) => (before?.id === id && before.below === below ? before : { id, below }))
  })
  const onEnd = useEffectEvent((landed: boolean) => {
    if (landed && draggedId && drop) onDrop(draggedId, { beside: drop.id, below: drop.below })
    setDraggedId(undefined)
    setDrop(undefined)
  })
  useEffect(() => {
    if (draggedId === undefined) return
    const ends = new AbortController()
    const { signal } = ends
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onEnd(false)
    window.addEventListener('pointermove', (event) => onMove(event), { signal })
    window.addEventListener('pointerup', () => onEnd(true), { signal })
    window.addEventListener('pointercancel', () => onEnd(false), { signal })
    window.addEventListener('keydown', onKey, { signal })
    return () => ends.abort()
  }, [draggedId])
  const onGrip = (event: PointerEvent<HTMLElement>) => {
    const id = event.currentTarget.closest<HTMLElement>('[data-line]')?.dataset['line']
    if (!id || event.button !== 0) return
    event.preventDefault()
    setDraggedId(id)
  }
  return { draggedId, drop, onGrip }
}
