import { useSyncExternalStore } from 'react'

/** The page, from the address behind `#`: `#bookings/bkg_1` is `['bookings', 'bkg_1']`. */
export function useRoute(): readonly string[] {
  const hash = useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed)
      return () => window.removeEventListener('hashchange', changed)
    },
    () => window.location.hash,
  )
  return hash.replace(/^#/, '').split('/').map(decode)
}

/** A part of an address, as it is where nobody encoded it. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function goTo(...parts: string[]): void {
  window.location.hash = linkTo(...parts)
}

export const linkTo = (...parts: string[]): string => `#${parts.map(encodeURIComponent).join('/')}`
