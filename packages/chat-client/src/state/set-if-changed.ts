import type { Store } from '../store.ts'

/** Sets a snapshot if one of its fields has changed, so that nobody renders the same again. */
export function setIfChanged<Snapshot extends object>(store: Store<Snapshot>, next: Snapshot): void {
  const before = store.getSnapshot()
  if ((Object.keys(next) as (keyof Snapshot)[]).some((key) => next[key] !== before[key])) store.set(next)
}
