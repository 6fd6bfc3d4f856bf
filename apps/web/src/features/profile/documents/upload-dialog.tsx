import type { DocumentType, ProviderDocument } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { DocumentFields } from '../../../shared/provider-documents/document-fields.tsx'
import { documentLabel } from '../../../shared/provider-documents/labels.ts'
import { asksForNew } from '../../../shared/provider-documents/model.ts'
import { useDocumentUpload } from '../../../shared/provider-documents/use-document-upload.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { toast } from '../../../ui/feedback/toast.ts'

export interface UploadDialogProps {
  first: DocumentType | ''
  types: readonly DocumentType[]
  /** What the document replaces, whose type is `first`; empty for a type that is new. */
  replaced: readonly ProviderDocument[]
  onClose: () => void
}

/** Uploads a document, or replaces those of its type. */
export function UploadDialog({ first, types, replaced: replacedNow, onClose }: UploadDialogProps) {
  const upload = useDocumentUpload(first)
  // What arrives while it is sent, such as one of two sides, changes neither title nor fields.
  const [replaced] = useState(replacedNow)

  async function send() {
    if (focusIncomplete() || !(await upload.send())) return
    toast.success(t`Document sent`, { id: 'document', body: t`Usually reviewed within 2 working days.` })
    onClose()
  }

  const isReplacement = first !== '' && replaced.length > 0
  const title = () => {
    if (!isReplacement) return t`Upload a document`
    const name = documentLabel(first)
    return replaced.some(asksForNew) ? t`Upload again: ${name}` : t`Upload a newer version: ${name}`
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      closable={!upload.busy}
      title={title()}
      confirm={<Trans>Send for review</Trans>}
      keep={<Trans>Cancel</Trans>}
      variant="primary"
      busy={upload.busy}
      onConfirm={() => void send()}
    >
      <DocumentFields upload={upload} types={isReplacement ? [first] : types} />
    </ConfirmDialog>
  )
}
