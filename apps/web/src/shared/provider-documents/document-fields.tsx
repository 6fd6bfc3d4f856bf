import type { DocumentSide, DocumentType } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, FileText, TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { FieldError, SelectField } from '../../ui/forms/field.tsx'
import { FileDrop, Progress } from '../../ui/forms/file-drop.tsx'
import type { PhotoProblem } from '../../lib/photos/photo-check.ts'
import { documentHint, documentLabel, sideLabel } from './labels.ts'
import { expiryOf } from './model.ts'
import { documentFiles, type SideFile } from './side-file.ts'
import type { DocumentUpload } from './use-document-upload.ts'

export interface DocumentFieldsProps {
  upload: DocumentUpload
  /** Types to choose from; a single one is not asked for. */
  types: readonly DocumentType[]
}

/** Fields of a document: type, files and dates. */
export function DocumentFields({ upload, types }: DocumentFieldsProps) {
  const { type, setType, sides, sideFiles, problems } = upload
  const expiry = type === '' ? 'none' : expiryOf(type)
  const hint = type === '' ? undefined : documentHint(type)
  return (
    <div className="grid gap-5">
      {types.length > 1 ? (
        <SelectField
          label={<Trans>Type of document</Trans>}
          hint={hint}
          value={type}
          error={problems['type']}
          onChange={(event) => setType(event.target.value as DocumentType | '')}
        >
          <option value="" disabled>
            {t`Choose a type`}
          </option>
          {types.map((each) => (
            <option key={each} value={each}>
              {documentLabel(each)}
            </option>
          ))}
        </SelectField>
      ) : (
        hint && <p className="text-sm text-text-muted">{hint}</p>
      )}
      {sides.length > 0 && (
        <div className={sides.length > 1 ? 'grid items-start gap-4 sm:grid-cols-2' : 'grid'}>
          {sides.map((side) => (
            <SideField key={side} side={side} sideFile={sideFiles[side]} upload={upload} error={problems[side]} />
          ))}
        </div>
      )}
      {type === 'PROOF_OF_ADDRESS' && (
        <DateField
          label={<Trans>Date of the document</Trans>}
          optional
          value={upload.issuedAt}
          error={problems['issuedAt']}
          onChange={upload.setIssuedAt}
        />
      )}
      {expiry !== 'none' && (
        <DateField
          label={<Trans>Expires on</Trans>}
          optional={expiry === 'optional'}
          value={upload.expiresAt}
          error={problems['expiresAt']}
          onChange={upload.setExpiresAt}
        />
      )}
    </div>
  )
}

interface SideFieldProps {
  side: DocumentSide
  sideFile: SideFile | undefined
  upload: DocumentUpload
  error: string | undefined
}

function SideField({ side, sideFile, upload, error }: SideFieldProps) {
  const name = sideLabel(side)
  if (!sideFile) {
    return (
      <FileDrop
        {...documentFiles}
        label={side === 'SINGLE' ? t`Choose a photo or PDF` : t`${name}: choose a photo`}
        hint={t`Up to 10 MB. Make sure all four corners are visible.`}
        error={error}
        disabled={upload.busy}
        onPick={(file) => upload.pick(side, file)}
      />
    )
  }
  return (
    <div className="grid content-start gap-2">
      <div className="grid gap-3 rounded-card border border-line bg-surface-raised p-3">
        {sideFile.preview ? (
          <img
            src={sideFile.preview}
            alt={t`${name}: your photo`}
            className="h-40 w-full rounded-control bg-surface-sunken object-contain"
          />
        ) : (
          <span className="flex items-center gap-2 py-2">
            <FileText size={24} aria-hidden="true" className="shrink-0 text-text-muted" />
            <span dir="auto" className="truncate">
              {sideFile.file.name}
            </span>
          </span>
        )}
        <div className="flex min-h-9 items-center justify-between gap-2">
          <span className="font-medium">{name}</span>
          {sideFile.isSent ? (
            <span className="flex items-center gap-1.5 text-sm font-medium text-success">
              <Check size={16} aria-hidden="true" />
              <Trans>Sent</Trans>
            </span>
          ) : (
            <Button variant="quiet" size="sm" disabled={upload.busy} onClick={() => upload.remove(side)}>
              <Trans>Choose another</Trans>
            </Button>
          )}
        </div>
        {sideFile.progress !== undefined && <Progress value={sideFile.progress} label={t`Uploading`} />}
      </div>
      {sideFile.error && <FieldError alert>{sideFile.error}</FieldError>}
      {sideFile.warning && sideFile.warning !== 'SMALL' && !sideFile.isSent && (
        <PhotoWarning problem={sideFile.warning} />
      )}
    </div>
  )
}

/** Warning about a photo; only a reviewer can decide whether it is readable. */
function PhotoWarning({ problem }: { problem: PhotoProblem }) {
  return (
    <p role="status" className="flex gap-1.5 text-sm text-warning">
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      {problem === 'DARK' ? (
        <Trans>This photo is dark. If any word is hard to read, take it again in better light.</Trans>
      ) : (
        <Trans>This photo looks blurred. If any word is hard to read, hold still and take it again.</Trans>
      )}
    </p>
  )
}
