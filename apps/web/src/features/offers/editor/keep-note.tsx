import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { useOnline } from '../../../lib/online.ts'
import type { KeepState } from './use-keeping.ts'

/** Whether what is written is safe, and where. Drawn again only when that changes. */
export const KeepNote = memo(function KeepNote({ state, conflict }: { state: KeepState; conflict: boolean }) {
  const online = useOnline()
  return (
    <p role="status" data-kept={state} className="flex items-center gap-1.5 text-sm text-text-muted">
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
      ) : state === 'device' || (!online && state === 'changed') ? (
        <>
          <CloudOff size={16} aria-hidden="true" className="text-warning" />
          <Trans>Kept on this device</Trans>
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
