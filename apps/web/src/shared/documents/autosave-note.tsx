import { Trans } from '@lingui/react/macro'
import { memo, useSyncExternalStore } from 'react'
import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import type { AutosaveStore } from './use-document-autosave.ts'

/** Autosave status: whether and where changes are stored. Re-renders only when it changes. */
export const AutosaveNote = memo(function AutosaveNote({
  store,
  conflict,
}: {
  store: AutosaveStore
  conflict: boolean
}) {
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot)
  return (
    <p role="status" data-autosave={state} className="flex items-center gap-1.5 text-sm text-text-muted">
      {conflict || state === 'refused' ? (
        <>
          <TriangleAlert size={16} aria-hidden="true" className="text-danger" />
          <span className="font-semibold text-danger">
            <Trans>Not saved</Trans>
          </span>
        </>
      ) : state === 'saved' ? (
        <>
          <Check size={16} aria-hidden="true" className="text-success" />
          <Trans>Saved</Trans>
        </>
      ) : state === 'device' ? (
        <>
          <CloudOff size={16} aria-hidden="true" className="text-warning" />
          <Trans>Saved on this device</Trans>
        </>
      ) : (
        <>
          <CloudUpload size={16} aria-hidden="true" />
          {state === 'saving' ? <Trans>Saving…</Trans> : <Trans>Changed</Trans>}
        </>
      )}
    </p>
  )
})
