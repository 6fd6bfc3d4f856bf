import { memo, useSyncExternalStore } from 'react'
import { AutosaveStatusNote } from '../../../shared/document-lists/autosave-status-note.tsx'
import type { AutosaveStore } from './use-autosave.ts'

/** Whether what is written is safe: drawn by itself as that changes, and nothing else of the sheet with it. */
export const AutosaveNote = memo(function KeptNote({ state, conflict }: { state: AutosaveStore; conflict: boolean }) {
  return <AutosaveStatusNote state={useSyncExternalStore(state.subscribe, state.get)} conflict={conflict} />
})
