import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { useCallback, useRef } from 'react'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { useFileUploads, type DocumentFile } from '../../shared/documents/use-file-uploads.ts'

/** Files of a contract: those from the server, and those uploaded since. */
export function useFiles(serverFiles: readonly DocumentFile[], purpose: UploadPurpose) {
  const { uploaded, upload, progress, error } = useFileUploads()
  return {
    find: (id: string): DocumentFile | undefined => [...uploaded, ...serverFiles].find((file) => file.id === id),
    upload: useCallback((file: File) => upload(file, purpose), [upload, purpose]),
    progress,
    error,
  }
}
export type ContractFiles = ReturnType<typeof useFiles>

/**
 * Files chosen in a form. They are stored apart from its text, so that a finished upload does not restore older text.
 */
export function useChosenFiles(name: string, begin: readonly string[]) {
  const { form, change, clearDraft } = useDraft(name, { ids: begin })
  const latest = useRef(form.ids)
  const setIds = (ids: readonly string[]) => {
    latest.current = ids
    change({ ids })
  }
  return {
    ids: [...form.ids],
    add: (id: string) => setIds([...latest.current, id]),
    remove: (removedId: string) => setIds(latest.current.filter((id) => id !== removedId)),
    clearDraft,
  }
}
