import clsx from 'clsx'
import { DivIcon } from 'leaflet'
import type { MapPin } from './map.types.ts'

const drop =
  '<svg width="36" height="36" viewBox="0 0 24 24" fill="currentColor" stroke="var(--surface-raised)" stroke-width="1.5"><path d="M12 22c4-5 7-8.5 7-12a7 7 0 1 0-14 0c0 3.5 3 7 7 12z"/><circle cx="12" cy="10" r="2.5" fill="var(--surface-raised)" stroke="none"/></svg>'

const discClasses: Partial<Record<MapPin['kind'], string>> = {
  stop: 'border-surface-raised bg-text text-surface',
  current: 'border-surface-raised bg-accent text-on-accent',
  done: 'border-surface-raised bg-success text-surface',
  request: 'border-dashed border-accent-text bg-surface-raised text-accent-text',
}

/** A numbered disc, or a drop where there is no number. */
export function iconOf({ kind, mark }: MapPin, { isSelected }: { isSelected: boolean }): DivIcon {
  const disc = discClasses[kind]
  if (disc && mark !== undefined)
    return new DivIcon({
      className: clsx(
        'rounded-full border-2 text-xs font-bold shadow-raised',
        disc,
        isSelected && 'outline-4 outline-accent',
      ),
      iconSize: [28, 28],
      html: centred(mark),
    })
  return new DivIcon({
    className: clsx('grid place-items-center', kind === 'person' ? 'text-accent-text' : 'text-text-muted'),
    iconSize: [36, 36],
    iconAnchor: [18, 34],
    html: drop,
  })
}

/** The text in the middle. The library makes the icon itself a block. */
function centred(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'grid size-full place-items-center'
  element.textContent = text
  return element
}
