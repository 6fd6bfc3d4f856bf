import { uploadDocument } from '@fettle/protocol/accounts/calls'
import type { DocumentSide, DocumentType } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { hasStatus, isApiError } from '../../lib/http/api-error.ts'
import { call } from '../../lib/http/api.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { createWithKey, type WithKey } from '../../lib/http/idempotency-key.ts'
import type { SideFile } from './side-file.ts'

interface SideFields {
  type: DocumentType
  side: DocumentSide
  /** Empty when unknown, like the other. */
  expiresAt: string
  issuedAt: string
}

const keys = new WeakMap<File, WithKey>()

/** Runs the upload of a file with a key of its own. Repeated after a lost answer, it would be a duplicate of itself. */
function withKeyOf(file: File): WithKey {
  const withKey = keys.get(file) ?? createWithKey()
  keys.set(file, withKey)
  return withKey
}

/** Uploads the file of one side of a document. */
export const uploadSide = (
  file: File,
  { type, side, expiresAt, issuedAt }: SideFields,
  onProgress: (progress: number) => void,
) => {
  const body = { type, side, ...(expiresAt && { expiresAt }), ...(issuedAt && { issuedAt }) }
  return withKeyOf(file)((idempotencyKey) =>
    call(uploadDocument, { body, file }, { idempotencyKey, onProgress, headers: { 'X-Profile-Update': 'true' } }),
  )
}

/** The errors of a failed upload: of the document's dates by field, and of the file. */
export function uploadProblemsOf(error: unknown): {
  dates: Record<string, string>
  file: Pick<SideFile, 'error' | 'isRefused'>
} {
  const issues = isApiError(error) ? error.issues : []
  const dateIssues = issues.filter(({ field }) => field === 'expiresAt' || field === 'issuedAt')
  const isAboutDates = dateIssues.length > 0
  const fileIssue = issues.find(({ field }) => field === 'file' || field === 'side')?.message
  return {
    dates: Object.fromEntries(dateIssues.map(({ field, message }) => [field, message])),
    file: {
      isRefused: hasStatus(error, 409, 413, 415) || (hasStatus(error, 422) && !isAboutDates),
      error: isAboutDates ? undefined : (fileIssue ?? errorText(error, t`Failed to upload documents`)),
    },
  }
}
