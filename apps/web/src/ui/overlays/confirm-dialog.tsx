import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface ConfirmDialogProps extends Omit<DialogProps, 'footer' | 'kind'> {
  /** Label of the button that does it. */
  confirm: ReactNode
  /** Label of the button that leaves everything as it is. */
  keep?: ReactNode
  variant?: ButtonVariant
  /** While it is being done, the dialog cannot be closed: a refusal must be seen. */
  busy?: boolean
  onConfirm: () => void
}

/** Dialog that asks before it does something, by default something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, keep, variant = 'danger', busy = false, closable = !busy, onConfirm, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      closable={closable}
      footer={
        <>
          <Button variant="secondary" disabled={!closable} onClick={dialog.onClose}>
            {keep ?? <Trans>Keep it</Trans>}
          </Button>
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
