import type { DocumentType } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DocumentFields } from '../../../shared/provider-documents/document-fields.tsx'
import { useDocumentUpload } from '../../../shared/provider-documents/use-document-upload.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { toast } from '../../../ui/feedback/toast.ts'

export interface UploadDialogProps {
  first: DocumentType | ''
  types: readonly DocumentType[]
  onClose: () => void
}

export function UploadDialog({ first, types, onClose }: UploadDialogProps) {
  const upload = useDocumentUpload(first)

  async function send() {
    if (focusIncomplete() || !(await upload.send())) return
    toast.success(t`Document sent`, { id: 'document', body: t`Usually reviewed within 2 working days.` })
    onClose()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      closable={!upload.busy}
      title={<Trans>Upload a document</Trans>}
      confirm={<Trans>Send for review</Trans>}
      keep={<Trans>Cancel</Trans>}
      variant="primary"
      busy={upload.busy}
      onConfirm={() => void send()}
    >
      <DocumentFields upload={upload} types={types} />
    </ConfirmDialog>
  )
}
