import type { DocumentType } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DocumentFields } from '../../../shared/provider-documents/document-fields.tsx'
import { useDocumentUpload } from '../../../shared/provider-documents/use-document-upload.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
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
    <Dialog
      open
      onClose={onClose}
      closable={!upload.busy}
      title={<Trans>Upload a document</Trans>}
      footer={
        <>
          <Button variant="quiet" disabled={upload.busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={upload.busy} onClick={() => void send()}>
            <Trans>Send for review</Trans>
          </Button>
        </>
      }
    >
      <DocumentFields upload={upload} types={types} />
    </Dialog>
  )
}
