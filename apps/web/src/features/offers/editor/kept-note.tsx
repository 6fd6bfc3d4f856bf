import { memo, useSyncExternalStore } from 'react'
import { KeepNote } from '../../../shared/papers/keep-note.tsx'
import type { Kept } from './use-keeping.ts'

/** Whether what is written is safe: drawn by itself as that changes, and nothing else of the sheet with it. */
export const KeptNote = memo(function KeptNote({ state, conflict }: { state: Kept; conflict: boolean }) {
  return <KeepNote state={useSyncExternalStore(state.subscribe, state.get)} conflict={conflict} />
})
