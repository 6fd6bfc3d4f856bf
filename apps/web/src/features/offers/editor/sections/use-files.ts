import type { OfferDetails } from '@fettle/protocol/offers'
import { allowedTypes, uploadRule, type UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { useCallback, useMemo } from 'react'
import { useConnection } from '../../../../lib/http/connection.ts'
import { itemsText } from '../../../../lib/format/items-text.ts'
import { useFileUploads, type DocumentFile } from '../../../../shared/documents/use-file-uploads.ts'

export interface OfferEditorFiles {
  /** Finds a file by id; undefined while unknown. */
  find: (id: string) => DocumentFile | undefined
  /** Uploads a file and resolves to its id; undefined, with `error` set, when it failed. */
  upload: (file: File, purpose: 'OFFER_PHOTO' | 'OFFER_FILE') => Promise<string | undefined>
  /** Upload progress from 0 to 1. */
  progress: number | undefined
  error: string | undefined
  isConnected: boolean
}

/** `accept` attribute for an upload purpose. */
export const acceptOf = (purpose: UploadPurpose): string => uploadRule(purpose).mimes.join(',')

/** Names of the file types that are allowed for an upload purpose: `JPEG, PNG, PDF`. */
export const typesOf = (purpose: UploadPurpose): string => itemsText(allowedTypes(purpose))

/** Files of an offer: from the server, and uploaded while editing. */
export function useFiles({
  files,
  currentRevision,
}: Pick<OfferDetails, 'files' | 'currentRevision'>): OfferEditorFiles {
  const isConnected = useConnection()
  const { uploaded, upload, progress, error } = useFileUploads()
  const filesById = useMemo(
    () => new Map([...uploaded, ...(currentRevision?.files ?? []), ...files].map((file) => [file.id, file])),
    [uploaded, files, currentRevision],
  )
  const find = useCallback((id: string) => filesById.get(id), [filesById])
  // Memoized, so that typing does not re-render components that show files.
  return useMemo(() => ({ find, upload, progress, error, isConnected }), [find, upload, progress, error, isConnected])
}
