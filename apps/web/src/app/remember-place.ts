import { tabPlace, writeTab } from '../lib/tab-storage.ts'
import { paths } from './paths.ts'

// Apart from `place.ts`: the app writes and the sign-in pages read, and neither carries the other's half.

const GOOD_FOR = 30 * 60_000

/** Keeps where somebody wanted to go while they sign in. For this tab and half an hour. */
export function rememberPlace(place: string, now = Date.now()): void {
  if (place !== paths.home) writeTab(tabPlace, { place, until: now + GOOD_FOR })
}
