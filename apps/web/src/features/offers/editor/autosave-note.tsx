import { memo, useSyncExternalStore } from 'react'
import { AutosaveStatusNote } from '../../../shared/document-lists/autosave-status-note.tsx'
import type { AutosaveStore } from './use-autosave.ts'

/** Autosave status; re-renders without the rest of the editor. */
export const AutosaveNote = memo(function KeptNote({ state, conflict }: { state: AutosaveStore; conflict: boolean }) {
  return <AutosaveStatusNote state={useSyncExternalStore(state.subscribe, state.get)} conflict={conflict} />
})
