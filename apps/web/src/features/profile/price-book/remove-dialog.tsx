import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

export interface RemovePriceItemDialogProps {
  name: string
  /** Consequences of deleting it. */
  words: ReactNode
  remove: () => Promise<void>
  failed: (error: unknown) => string
  onClose: () => void
}

/** Confirms a permanent deletion. */
export function RemoveDialog({ name, words, remove, failed, onClose }: RemovePriceItemDialogProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await remove()
      toast.success(t`${name} deleted`)
      onClose()
    } catch (error) {
      toast.error(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Delete “{name}”?</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run()}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      <p className="text-text-muted">{words}</p>
    </Dialog>
  )
}
