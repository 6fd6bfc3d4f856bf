import type { ProviderDocument } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileErrorText } from '../../../shared/profile/profile-error-text.ts'
import { documentLabel } from '../../../shared/provider-documents/labels.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { withdraw } from './api.ts'

/** Confirms withdrawing a document, which cannot be undone. */
export function WithdrawDialog({ document, onClose }: { document: ProviderDocument; onClose: () => void }) {
  const client = useQueryClient()
  const name = documentLabel(document.type)
  const leave = useMutation({
    mutationFn: () => withdraw(client, document.id),
    onSuccess: () => {
      toast.success(t`Document withdrawn`, { id: 'document' })
      onClose()
    },
    onError: (error) => toast.error(profileErrorText(error, t`We couldn't withdraw the document.`), { id: 'document' }),
  })

  return (
    <ConfirmDialog
      onClose={onClose}
      title={<Trans>Withdraw {name}?</Trans>}
      confirm={<Trans>Withdraw</Trans>}
      busy={leave.isPending}
      onConfirm={() => leave.mutate()}
    >
      <p className="text-text-muted">
        {document.status === 'APPROVED' ? (
          <Trans>We'll delete the file in 30 days. You can upload it again at any time.</Trans>
        ) : (
          <Trans>We won't review it, and we'll delete the file in 30 days. You can upload it again at any time.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
