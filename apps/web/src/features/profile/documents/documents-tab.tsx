import type { DocumentType, ProviderDocument } from '@fettle/protocol/accounts/documents'
import { documentTypes } from '@fettle/protocol/accounts/constants'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { replaceSearchParams } from '../../../routing/replace-search-params.ts'
import { currentDocuments, earlierDocuments } from '../../../shared/provider-documents/model.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { documentsQuery } from './api.ts'
import { DocumentCard } from './document-card.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** Documents of a provider: verified, in review, and what to upload next. */
export function DocumentsTab({ profile }: { profile: Profile }) {
  const documents = useQuery(documentsQuery)
  const [search, setSearch] = useSearchParams()
  const [uploading, setUploading] = useState<DocumentType | 'any'>()
  // Notifications link with `?upload=PASSPORT`.
  const requested = search.get('upload')
  useEffect(() => {
    if (requested === null) return
    setUploading(documentTypes.find((type) => type === requested))
    replaceSearchParams(setSearch, { upload: undefined })
  }, [requested, setSearch])
  const [toWithdraw, setToWithdraw] = useState<ProviderDocument>()
  const current = currentDocuments(documents.data ?? [])
  const earlier = earlierDocuments(documents.data ?? [])
  const upload = (
    <Button icon={<FileUp size={20} aria-hidden="true" />} onClick={() => setUploading('any')}>
      <Trans>Upload a document</Trans>
    </Button>
  )
  return (
    <div className="grid gap-5">
      <Standing level={profile.verificationLevel} />
      {documents.isPending && <SkeletonList rows={3} />}
      {documents.isError && !documents.data && <LoadError query={documents} />}
      {documents.data && current.length === 0 && (
        <EmptyState icon={<FileUp size={28} />} title={<Trans>No documents yet</Trans>} action={upload}>
          <Trans>
            Upload an identity document so we can pay you. Certificates and photos of your work bring you more jobs.
          </Trans>
        </EmptyState>
      )}
      {current.length > 0 && (
        <>
          <div className="justify-self-start max-sm:justify-self-stretch max-sm:*:w-full">{upload}</div>
          <ul className="grid gap-3">
            {current.map((document) => (
              <li key={document.id}>
                <DocumentCard
                  document={document}
                  onReplace={() => setUploading(document.type)}
                  onWithdraw={() => setToWithdraw(document)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {earlier.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center font-semibold text-text-muted">
            <Trans>Previous documents</Trans> ({earlier.length})
          </summary>
          <ul className="mt-2 grid gap-3">
            {earlier.map((document) => (
              <li key={document.id}>
                <DocumentCard document={document} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {/* Once the documents have loaded, which say whether it replaces one. */}
      {uploading && !documents.isPending && (
        <UploadDialog
          key={uploading}
          first={uploading === 'any' ? '' : uploading}
          types={documentTypes}
          replaced={current.filter(({ type }) => type === uploading)}
          onClose={() => setUploading(undefined)}
        />
      )}
      {toWithdraw && <WithdrawDialog document={toWithdraw} onClose={() => setToWithdraw(undefined)} />}
    </div>
  )
}

function Standing({ level }: { level: Profile['verificationLevel'] }) {
  if (level === 'VERIFIED') return <Banner tone="success">{t`Your identity is verified.`}</Banner>
  if (level === 'PENDING') {
    return (
      <Banner tone="info">{t`We're reviewing your identity document. This usually takes up to 2 working days.`}</Banner>
    )
  }
  return (
    <Banner tone="warning" title={<Trans>Your identity isn't verified yet</Trans>}>
      <Trans>You can take jobs now, but we can only pay you after we approve an identity document.</Trans>
    </Banner>
  )
}
